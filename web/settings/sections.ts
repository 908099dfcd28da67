import type { SettingsRoute } from '../narrow/settings-addresses.ts'
import { type Group, groupsOf } from './groups.ts'
import { organizationSections } from './organization/sections.ts'
import { ownSections } from './own/sections.ts'
import { pageOfUserSetting } from './own/user-setting-places.ts'
import { groupsLink, peopleSections } from './people/sections.ts'
import { runningSections } from './running/sections.ts'
import type { ListedSection, Section } from './section.ts'

const pages: readonly Section[] = [...ownSections, ...organizationSections, ...peopleSections, ...runningSections]
const listed: readonly ListedSection[] = [...pages, groupsLink]
const canSee = ({ can }: ListedSection): boolean => can?.() ?? true

interface SectionGroup {
  readonly group: Group
  readonly sections: readonly ListedSection[]
}
/** Pages the user can see, by heading. */
export const sectionGroups = (head: SettingsRoute['view']): readonly SectionGroup[] =>
  groupsOf(head)
    .map(([group, keys]) => ({
      group,
      sections: keys.flatMap((key) => listed.filter((one) => one.head === head && one.key === key && canSee(one))),
    }))
    .filter(({ sections }) => sections.length > 0)

export const sections = (): readonly ListedSection[] =>
  (['settings', 'organization'] as const).flatMap((head) => sectionGroups(head).flatMap(({ sections }) => sections))

/** Page sections that moved to another page. Individual personal settings are found without this. */
const moved: Readonly<Record<string, readonly [key: string, detail: string]>> = {
  'settings/profile/timezone': ['language-and-time', 'timezone'],
  'organization/users/invitations': ['invitations', ''],
}

/** The page and setting for a current or former URL; the first page if the user can't see it. */
export function placeOf(route: SettingsRoute): { readonly section: Section; readonly detail: string } | undefined {
  const { view, section: key, detail } = route
  const some = pages.filter((one) => one.head === view && canSee(one))
  const named = some.find((one) => one.key === key || one.formerly?.includes(key))
  const holder = named && view === 'settings' ? pageOfUserSetting(detail) : undefined
  const [to, place] = moved[`${view}/${key}/${detail}`] ?? [holder, detail]
  const section = some.find((one) => one.key === to) ?? named ?? some[0] ?? pages.find(canSee)
  return section && { section, detail: place }
}

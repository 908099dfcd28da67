import { organizationSections } from './organization/sections.ts'
import { ownSections } from './own/sections.ts'
import { peopleSections } from './people/sections.ts'
import { runningSections } from './running/sections.ts'
import { headOf, type Section } from './section.ts'

const all: readonly Section[] = [...ownSections, ...organizationSections, ...peopleSections, ...runningSections]

export const sections = (): readonly Section[] => all.filter(({ can }) => can?.() ?? true)

/** The page for a URL, or the first one of its kind if the user can't see that page. */
export function sectionOf(head: 'settings' | 'organization', key: string): Section | undefined {
  const some = sections().filter((one) => headOf(one) === head)
  return some.find((one) => one.key === key || one.formerly?.includes(key)) ?? some[0] ?? sections()[0]
}

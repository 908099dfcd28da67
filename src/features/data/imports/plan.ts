import { planChannels } from './channels-plan.ts'
import { planEmoji, planGroups } from './names-plan.ts'
import { planPeople } from './people-plan.ts'
import { planOrganizationPermissions } from './permissions-plan.ts'
import { planProfiles } from './profiles-plan.ts'
import type { Catalog } from './records.ts'
import type { Report } from './report.ts'
import type { Target } from './target.ts'

export function planCatalog(catalog: Catalog, target: Target, report: Report, grantRoles: boolean) {
  const people = planPeople(catalog.people, target, report, grantRoles)
  const keys = new Set(catalog.groups.map(({ key }) => key))
  const means = { target, people, groups: keys, report }
  const profiles = planProfiles(catalog, people, target, report)
  const channels = planChannels(catalog.channels, means, target, report)
  return {
    people,
    permissions: planOrganizationPermissions(catalog.organization, means),
    profiles,
    channels,
    emoji: planEmoji(catalog.emoji, target, report),
    groups: planGroups(catalog.groups, means, target, report),
  }
}

export type Plan = ReturnType<typeof planCatalog>

/** The key by which later archives of the same organization are recognized. */
export const originKey = ({ organization: { key, name } }: Catalog): string => (key ?? name ?? '').slice(0, 500)

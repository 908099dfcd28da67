import { planChannels } from './channels-plan.ts'
import { planEmoji, planGroups } from './names-plan.ts'
import { planPeople } from './people-plan.ts'
import type { Catalog } from './records.ts'
import type { Report } from './report.ts'
import type { Target } from './target.ts'

/** What is to become of all that an archive states once; told in the report. */
export function planCatalog(catalog: Catalog, target: Target, report: Report, grantRoles: boolean) {
  const people = planPeople(catalog.people, target, report, grantRoles)
  const channels = planChannels(catalog.channels, people, target, report)
  return {
    people,
    channels,
    emoji: planEmoji(catalog.emoji, target, report),
    groups: planGroups(catalog.groups, target, report),
  }
}

export type Plan = ReturnType<typeof planCatalog>

/** What an origin is called by which later archives are known. */
export const originKey = ({ organization: { key, name } }: Catalog): string => (key ?? name ?? '').slice(0, 500)

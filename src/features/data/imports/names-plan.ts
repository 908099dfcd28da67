import type { GroupId, UserId } from '#contract'
import { shortened } from '#contract'
import { maxUserGroupNameLength } from '../../people/groups/api.ts'
import { groupsCache } from '../../people/groups/cache.ts'
import type { GroupPermissionName } from '../../people/organization/permission-settings.ts'
import { normalName } from '../../text/custom-emoji/actions.ts'
import { customEmojiCache } from '../../text/custom-emoji/cache.ts'
import { uniqueName } from './names.ts'
import { type PermissionMeans, planGroupPermissions, planRoles } from './permissions-plan.ts'
import type { EmojiRecord, GroupRecord, Permissions, RoleName } from './records.ts'
import type { Report } from './report.ts'
import type { Target } from './target.ts'

/** Names of custom emoji here, by their names in the archive. Emoji that exist already are not replaced. */
export function planEmoji(emoji: readonly EmojiRecord[], { org, mapped, jobId }: Target, report: Report) {
  const planned = new Map<string, string>()
  for (const { name: given } of emoji) {
    const name = nameOf(given)
    if (name === undefined) {
      report.lose({ loss: 'Custom emoji whose name cannot be one', where: given })
      continue
    }
    planned.set(given, name)
    const known = mapped.emoji.get(given)
    if (known ? known.job_id !== jobId : org?.get(customEmojiCache).byName.has(name))
      report.change('Custom emoji of which there is one of the name already', given)
    else report.count('custom emoji')
  }
  return planned
}

function nameOf(given: string): string | undefined {
  try {
    return normalName(given)
  } catch {
    return undefined
  }
}

export interface PlannedGroup {
  readonly name: string
  readonly roles: readonly RoleName[]
  readonly permissions: Permissions<GroupPermissionName>
  /** Includes members of subgroups. Known once accounts exist. */
  members: ReadonlySet<UserId>
  id: GroupId | undefined
}

export function planGroups(
  groups: readonly GroupRecord[],
  means: PermissionMeans,
  { org, mapped, jobId }: Target,
  report: Report,
): Map<string, PlannedGroup> {
  const planned = new Map<string, PlannedGroup>()
  const memory = org?.get(groupsCache)
  const taken = new Set<string>()
  for (const record of groups) {
    const { key, name: given } = record
    const known = mapped.group.get(key)
    const wanted = shortened(given.replace(/[*`]/g, ' ').trim(), maxUserGroupNameLength - 4) || 'group'
    const name =
      (known && memory?.byId.get(known.mapped_id as never)?.name) ??
      uniqueName(wanted, (one) => taken.has(one) || memory?.named(one) !== undefined)
    taken.add(name.toLowerCase())
    const isOld = known !== undefined && known.job_id !== jobId
    planned.set(key, {
      ...{ name, members: new Set<UserId>(), id: known && (known.mapped_id as GroupId) },
      roles: isOld ? [] : planRoles(record, name, means),
      permissions: isOld ? {} : planGroupPermissions(record, name, means),
    })
    if (isOld) report.count('groups imported before')
    else report.count('groups')
    if (name !== given) report.change('Names of groups', `${given} → ${name}`)
  }
  return planned
}

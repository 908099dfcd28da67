import type { UserId } from '#contract'
import { normalName } from '../custom-emoji/actions.ts'
import { customEmojiMirror } from '../custom-emoji/mirror.ts'
import { maxUserGroupNameLength } from '../groups/api.ts'
import { groupsMirror } from '../groups/mirror.ts'
import { cut, uniqueName } from './names.ts'
import type { EmojiRecord, GroupRecord } from './records.ts'
import type { Report } from './report.ts'
import type { Target } from './target.ts'

/** What emoji of an archive are called here, by their names there. One that there is already stays as it is. */
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
    if (known ? known.job_id !== jobId : org?.get(customEmojiMirror).byName.has(name))
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

/** Names of groups; who is in them is known once there are accounts. */
export function planGroups(groups: readonly GroupRecord[], { org, mapped, jobId }: Target, report: Report) {
  const planned = new Map<string, { name: string; members: ReadonlySet<UserId> }>()
  const memory = org?.get(groupsMirror)
  const taken = new Set<string>()
  for (const { key, name: given } of groups) {
    const known = mapped.group.get(key)
    const wanted = cut(given.replace(/[*`]/g, ' ').trim(), maxUserGroupNameLength - 4) || 'group'
    const name =
      (known && memory?.byId.get(known.mapped_id as never)?.name) ??
      uniqueName(wanted, (one) => taken.has(one) || memory?.named(one) !== undefined)
    taken.add(name.toLowerCase())
    planned.set(key, { name, members: new Set() })
    if (known && known.job_id !== jobId) report.count('groups that came with an earlier archive')
    else report.count('groups')
    if (name !== given) report.change('Names of groups', `${given} → ${name}`)
  }
  return planned
}

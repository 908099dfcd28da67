import { dayMs } from '#contract'
import type { KeepRule } from '#platform/config'

/**
 * Selects the backups to keep: all of the last day, the newest of each rule's spans (counted from the epoch, so that
 * repeated runs agree), the newest, the newest that passed its trial restore, and the newest from before an upgrade.
 */
export function kept<
  B extends { made_at: string; check: { problem: string | null } | null; before_upgrade?: boolean | undefined },
>(backups: readonly B[], rules: readonly KeepRule[], now: Date): Set<B> {
  const newestFirst = [...backups].sort((a, b) => Date.parse(b.made_at) - Date.parse(a.made_at))
  const keep = new Set<B>(newestFirst.slice(0, 1))
  const sound = newestFirst.find(({ check }) => check?.problem === null)
  if (sound) keep.add(sound)
  const beforeUpgrade = newestFirst.find(({ before_upgrade }) => before_upgrade)
  if (beforeUpgrade) keep.add(beforeUpgrade)
  for (const one of newestFirst) if (now.getTime() - Date.parse(one.made_at) < dayMs) keep.add(one)
  for (const { spans, lengthMs } of rules) {
    const current = Math.floor(now.getTime() / lengthMs)
    const filled = new Set<number>()
    for (const one of newestFirst) {
      const span = Math.floor(Date.parse(one.made_at) / lengthMs)
      if (span <= current - spans || filled.has(span)) continue
      filled.add(span)
      keep.add(one)
    }
  }
  return keep
}

import type { PersonalRow } from '../../store/edit.ts'
import { type MessageFlag, markFlags } from '../../wire.ts'

function personalFlags(row: PersonalRow, channelWildcard: boolean): MessageFlag[] {
  const isWild = channelWildcard && row.received
  const flags: MessageFlag[] = []
  if (row.is_read) flags.push('read')
  for (const flag of markFlags) if (row[flag]) flags.push(flag)
  if (row.mentioned) flags.push('mentioned')
  if (isWild) flags.push('stream_wildcard_mentioned')
  if (row.topic_wildcard_mentioned) flags.push('topic_wildcard_mentioned')
  if (row.has_alert_word) flags.push('has_alert_word')
  if (!row.received) flags.push('historical')
  if (isWild || row.topic_wildcard_mentioned) flags.push('wildcard_mentioned')
  return flags
}

interface FlagsBeside {
  perUser: Record<number, { flags: MessageFlag[] }>
  others: { flags: MessageFlag[] }
}

/** Flags for an event's recipients. The most common combination is stored once for all of them. */
export function flagsBeside(rows: readonly PersonalRow[], channelWildcard: boolean): FlagsBeside {
  const all = rows.map((row) => ({ user: row.user_id, flags: personalFlags(row, channelWildcard) }))
  const counts = new Map<string, number>()
  let most = ''
  for (const { flags } of all) {
    const key = flags.join()
    counts.set(key, (counts.get(key) ?? 0) + 1)
    if ((counts.get(key) ?? 0) > (counts.get(most) ?? 0)) most = key
  }
  const perUser: FlagsBeside['perUser'] = {}
  for (const { user, flags } of all) if (flags.join() !== most) perUser[user] = { flags }
  return { perUser, others: { flags: most === '' ? [] : (most.split(',') as MessageFlag[]) } }
}

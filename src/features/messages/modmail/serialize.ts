import { seconds } from '#contract'
import type { Stored, StoredMessage } from './store.ts'
import type { ModmailKind, ModmailState } from './wire.ts'

export const serializeModmail = (row: Stored) => ({
  id: row.id,
  user_id: row.user_id,
  kind: row.kind as ModmailKind,
  state: row.state as ModmailState,
  unanswered: row.unanswered,
  opened_at: seconds(row.opened_at),
  closed_by: row.closed_by,
  closed_at: row.closed_at && seconds(row.closed_at),
})

const textOf = ({ id, from_moderators, content, sent_at }: StoredMessage) => ({
  ...{ id, from_moderators, content },
  sent_at: seconds(sent_at),
})

export const serializeMessage = (row: StoredMessage) => ({ ...textOf(row), author_id: row.author_id })

export const serializeOwnMessage = (row: StoredMessage) => ({ ...textOf(row), modmail_id: row.modmail_id })

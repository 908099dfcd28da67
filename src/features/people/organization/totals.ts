import { apiError } from '#contract'

/** Limits per user: far above normal use. */
export const maxPerUser = {
  drafts: 2_000,
  /** UTF-8, of texts and topics. */
  'bytes of drafts': 2_000_000,
  'saved snippets': 1_000,
  /** UTF-8, of texts and titles. */
  'bytes of saved snippets': 2_000_000,
  'scheduled messages': 1_000,
  reminders: 1_000,
  /** Timed mutes, and mutes of direct conversations. */
  mutes: 2_000,
  'navigation views': 500,
  /** Including deactivated ones, which are never deleted. */
  bots: 500,
  'access tokens': 100,
  passkeys: 30,
  /** Pending and not expired. */
  invitations: 2_000,
  'topics with a visibility policy': 20_000,
  'pinned topics': 1_000,
  'pinned messages': 1_000,
  files: 50_000,
} as const

/** Topics are followed automatically only up to this number, which leaves room for explicit choices. */
export const maxSingleTopics = 10_000

export const maxPerOrganization = {
  automations: 200,
  'slash commands': 50,
  /** Including deactivated ones, which are never deleted. */
  'user groups': 5_000,
  /** Including archived ones. */
  'channel folders': 1_000,
  /** Including deactivated ones, which stay in messages. */
  'custom emoji': 10_000,
  'custom profile fields': 100,
  'allowed domains': 1_000,
  /** Including archived ones, which are never deleted. */
  channels: 20_000,
  /** Users and bots, including deactivated ones. */
  accounts: 100_000,
  files: 1_000_000,
  /** Programs without access are deleted after a day. */
  'connected programs': 1_000,
} as const

export const maxPerChannel = {
  automations: 20,
  'pinned topics': 50,
  'pinned messages': 500,
  'locked topics': 500,
} as const

export const maxPerMessage = {
  submessages: 5_000,
  'submessages of one person': 1_000,
  'characters of submessages': 1_000_000,
  'reactions of one person': 100,
} as const

export const tooManyKept = apiError(400, 'BAD_REQUEST', 'There are too many {what} already (limit: {limit})')

export function checkTotal<N extends string>(
  totals: Readonly<Record<N, number>>,
  what: N,
  count: number,
  more = 1,
): void {
  const limit = totals[what]
  if (count + more > limit) throw tooManyKept({}, { what, limit })
}

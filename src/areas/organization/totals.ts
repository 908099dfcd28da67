import { apiError } from '#contract'

/** How many of a thing one person may have at a time: far more than anybody uses. */
export const mostOfOnePerson = {
  drafts: 2_000,
  /** In UTF-8, of texts and topics. */
  'bytes of drafts': 2_000_000,
  'saved snippets': 1_000,
  /** In UTF-8, of texts and titles. */
  'bytes of saved snippets': 2_000_000,
  'scheduled messages': 1_000,
  reminders: 1_000,
  /** Those that end by themselves, and those of direct conversations. */
  mutes: 2_000,
  'navigation views': 500,
  /** Deactivated ones count, because they stay. */
  bots: 500,
  'access tokens': 100,
  passkeys: 30,
  /** Those that nobody has accepted yet, and that have not expired. */
  invitations: 2_000,
  'topics with a visibility policy': 20_000,
  'pinned topics': 1_000,
  'pinned messages': 1_000,
  files: 50_000,
} as const

/** Taking part makes topics followed only up to here: there is room for what somebody chooses. */
export const mostTopicsByThemselves = 10_000

/** The same for an organization. */
export const mostOfOrganization = {
  /** Deactivated ones count, because they stay. */
  'user groups': 5_000,
  /** Archived ones count. */
  'channel folders': 1_000,
  /** Deactivated ones count: they stay where they were used. */
  'custom emoji': 10_000,
  'custom profile fields': 100,
  'allowed domains': 1_000,
  /** Archived ones count, because they stay. */
  channels: 20_000,
  /** Of people and bots; deactivated ones count. */
  accounts: 100_000,
  files: 1_000_000,
  /** Those that nobody has given access for a day go. */
  'connected programs': 1_000,
} as const

/** The same for everybody in one channel. */
export const mostOfChannel = { 'pinned topics': 50, 'pinned messages': 500 } as const

/** The same for one message. */
export const mostOfMessage = {
  submessages: 5_000,
  'submessages of one person': 1_000,
  'characters of submessages': 1_000_000,
  'reactions of one person': 100,
} as const

export const tooManyKept = apiError(400, 'BAD_REQUEST', 'There are too many {what} already (limit: {limit})')

/** Throws when there is no room for so many `more`. */
export function checkTotal<N extends string>(
  totals: Readonly<Record<N, number>>,
  what: N,
  count: number,
  more = 1,
): void {
  const limit = totals[what]
  if (count + more > limit) throw tooManyKept({}, { what, limit })
}

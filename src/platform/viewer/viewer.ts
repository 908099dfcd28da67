import type { ChannelId, GroupId, UserId } from '#contract'
import type { Language } from '#platform/languages'

/** The caller of a request, with all direct and indirect groups; loaded once per request. */
export interface Viewer {
  readonly id: UserId
  readonly orgId: number
  /** One of `roles`; lower numbers have more permissions. */
  readonly role: number
  readonly isBot: boolean
  /** An incoming webhook bot, whose key can only send messages. */
  readonly onlySends?: boolean
  readonly groupIds: ReadonlySet<GroupId>
  /** The account's language, if it has chosen one. */
  readonly language?: Language
  /** A caller without an account who reads web-public channels; the ID belongs to no account. */
  readonly isSpectator?: boolean
  /** The channels of a limited token, which excludes everything else, including direct messages. */
  readonly onlyChannels?: ReadonlySet<ChannelId>
}

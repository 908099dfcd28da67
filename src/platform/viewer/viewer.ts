import type { ChannelId, GroupId, UserId } from '#contract'
import type { Language } from '#platform/languages'

/** Who asks: loaded once for a request, with every group that the person is in, directly or through other groups. */
export interface Viewer {
  readonly id: UserId
  readonly orgId: number
  /** One of `roles`; the smaller the number, the more its holder may. */
  readonly role: number
  readonly isBot: boolean
  /** An incoming webhook bot, whose key is good for sending messages and nothing else. */
  readonly onlySends?: boolean
  readonly groupIds: ReadonlySet<GroupId>
  /** What the person reads; absent where nobody has said. */
  readonly language?: Language
  /** Somebody without an account, who reads web-public channels: the id stands for nobody. */
  readonly isSpectator?: boolean
  /** By a token that is limited to these: there is nothing else for whoever asks, and no direct conversation. */
  readonly onlyChannels?: ReadonlySet<ChannelId>
}

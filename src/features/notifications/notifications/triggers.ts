import { policies } from '../../channels/user-topics/api.ts'
import type { DigestKind } from '../../people/quiet-times/wire.ts'
import type { UserSettings } from '../../people/user-settings/settings.ts'

export const triggers = [
  'direct_message',
  'mentioned',
  'topic_wildcard_mentioned_in_followed_topic',
  'stream_wildcard_mentioned_in_followed_topic',
  'topic_wildcard_mentioned',
  'stream_wildcard_mentioned',
  'followed_topic_push_notify',
  'followed_topic_email_notify',
  'stream_push_notify',
  'stream_email_notify',
] as const
export type Trigger = (typeof triggers)[number]

export interface Facts {
  readonly isDirect: boolean
  /** The user muted this direct conversation. */
  readonly conversationMuted?: boolean
  /** Directly or through a group. */
  readonly isMentioned: boolean
  readonly byTopicWildcard: boolean
  readonly byChannelWildcard: boolean
  /** See user-topics. */
  readonly topicPolicy: number
  readonly channelMuted: boolean
  /** For the subscription; null means the general setting. */
  readonly pushChoice: boolean | null
  readonly emailChoice: boolean | null
  readonly wildcardChoice: boolean | null
  /** Active in some client. */
  readonly isPresent: boolean
  /** Users notified of every message already know this one. */
  readonly onlyCalled?: boolean
}

/** Null means no notification. */
export interface Ways {
  readonly push: Trigger | null
  readonly email: Trigger | null
}

export type Setting = <N extends NotifyingSetting>(name: N) => UserSettings[N]
type NotifyingSetting =
  | 'enable_desktop_notifications'
  | 'enable_sounds'
  | 'enable_followed_topic_desktop_notifications'
  | 'enable_followed_topic_audible_notifications'
  | 'enable_stream_desktop_notifications'
  | 'enable_stream_audible_notifications'
  | 'enable_offline_push_notifications'
  | 'enable_online_push_notifications'
  | 'enable_offline_email_notifications'
  | 'enable_followed_topic_push_notifications'
  | 'enable_followed_topic_email_notifications'
  | 'enable_followed_topic_wildcard_mentions_notify'
  | 'enable_stream_push_notifications'
  | 'enable_stream_email_notifications'
  | 'wildcard_mentions_notify'

const nothing: Ways = { push: null, email: null }

interface Heard {
  readonly followed: boolean
  readonly silenced: boolean
}

export function heardOf({ topicPolicy, channelMuted }: Pick<Facts, 'topicPolicy' | 'channelMuted'>): Heard {
  const followed = topicPolicy === policies.followed
  const heard = followed || topicPolicy === policies.unmuted
  return { followed, silenced: topicPolicy === policies.muted || (channelMuted && !heard) }
}

/** Null for none. Followed topics are in the client's digest whatever the settings for pushes and emails. */
export function digestKindOf(facts: Facts, setting: Setting, ways: Ways): DigestKind | null {
  const heard = heardOf(facts)
  const called = callOf(facts, setting, heard)
  if (called) return called === 'direct_message' ? 'direct_messages' : 'mentions'
  if (facts.isDirect || facts.onlyCalled || heard.silenced) return null
  if (heard.followed) return 'followed_topics'
  return ways.push !== null || ways.email !== null ? 'channels' : null
}

/**
 * The rules for notifications. Direct messages and mentions always notify, except in muted direct conversations; muting
 * silences everything else. Active users get no emails, and pushes only with `enable_online_push_notifications`.
 */
export function waysOf(facts: Facts, setting: Setting): Ways {
  const { followed, silenced } = heardOf(facts)
  const pushes = !facts.isPresent || setting('enable_online_push_notifications')
  const mails = !facts.isPresent
  if (!pushes && !mails) return nothing

  const called = callOf(facts, setting, { followed, silenced })
  const hears = !facts.isDirect && !silenced && !facts.onlyCalled
  const pushOf = (): Trigger | null => {
    if (called && setting('enable_offline_push_notifications')) return called
    if (!hears) return null
    if (followed && setting('enable_followed_topic_push_notifications')) return 'followed_topic_push_notify'
    return (facts.pushChoice ?? setting('enable_stream_push_notifications')) ? 'stream_push_notify' : null
  }
  const emailOf = (): Trigger | null => {
    if (called && setting('enable_offline_email_notifications')) return called
    if (!hears) return null
    if (followed && setting('enable_followed_topic_email_notifications')) return 'followed_topic_email_notify'
    return (facts.emailChoice ?? setting('enable_stream_email_notifications')) ? 'stream_email_notify' : null
  }
  return { push: pushes ? pushOf() : null, email: mails ? emailOf() : null }
}

/** How the message mentions the user, if at all: wildcards count by their settings. */
export function callOf(
  facts: Omit<Facts, 'pushChoice' | 'emailChoice' | 'isPresent'>,
  setting: Setting,
  { followed, silenced }: Heard,
): Trigger | null {
  if (facts.isDirect && !facts.conversationMuted) return 'direct_message'
  if (facts.isMentioned) return 'mentioned'
  if (silenced || !(facts.byTopicWildcard || facts.byChannelWildcard)) return null
  if (followed && setting('enable_followed_topic_wildcard_mentions_notify'))
    return facts.byTopicWildcard
      ? 'topic_wildcard_mentioned_in_followed_topic'
      : 'stream_wildcard_mentioned_in_followed_topic'
  if (facts.wildcardChoice ?? setting('wildcard_mentions_notify'))
    return facts.byTopicWildcard ? 'topic_wildcard_mentioned' : 'stream_wildcard_mentioned'
  return null
}

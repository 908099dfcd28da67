import { callOf, type Facts, heardOf, type Setting } from './triggers.ts'

/** What a message is to the person in front of a client, and what that person has chosen for its place. */
export interface ScreenFacts extends Omit<Facts, 'pushChoice' | 'emailChoice' | 'isPresent'> {
  readonly hasAlertWord: boolean
  /** Of the subscription; null: as the personal settings say. */
  readonly screenChoice: boolean | null
  readonly soundChoice: boolean | null
}

/** How a client that runs tells its person of a message. */
export interface ScreenWays {
  readonly shows: boolean
  readonly rings: boolean
}

/**
 * The rules of what a client shows and rings for, which are those of pushes with the settings for screens and sounds; words
 * that somebody is alerted to count as a call where nothing is muted.
 */
export function screenWaysOf(facts: ScreenFacts, setting: Setting): ScreenWays {
  const heard = heardOf(facts)
  const isCall =
    callOf(facts, setting, heard) !== null || (facts.hasAlertWord && !heard.silenced && !facts.conversationMuted)
  if (isCall) return { shows: setting('enable_desktop_notifications'), rings: setting('enable_sounds') }
  if (facts.isDirect || heard.silenced || facts.onlyCalled) return { shows: false, rings: false }
  const byTopic = heard.followed
  return {
    shows:
      (byTopic && setting('enable_followed_topic_desktop_notifications')) ||
      (facts.screenChoice ?? setting('enable_stream_desktop_notifications')),
    rings:
      (byTopic && setting('enable_followed_topic_audible_notifications')) ||
      (facts.soundChoice ?? setting('enable_stream_audible_notifications')),
  }
}

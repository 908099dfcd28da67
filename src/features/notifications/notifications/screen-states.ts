import { callOf, type Facts, heardOf, type Setting } from './triggers.ts'

export interface ScreenFacts extends Omit<Facts, 'pushChoice' | 'emailChoice' | 'isPresent'> {
  readonly hasAlertWord: boolean
  /** For the subscription; null means the general setting. */
  readonly screenChoice: boolean | null
  readonly soundChoice: boolean | null
}

export interface ScreenWays {
  readonly shows: boolean
  readonly rings: boolean
}

/** Like those of pushes, with the settings for desktop and sounds; alert words count as mentions if unmuted. */
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

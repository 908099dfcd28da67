import type { Condition, ModerationRule } from '../../../src/features/messages/messages/moderation-rules/wire.ts'
import { channel } from '../../store/channels.ts'
import { m } from '../../texts/moderation-rules.ts'
import { s } from '../../texts/restrictions.ts'

function conditionText(condition: Condition): string {
  const { what } = m
  if (condition.kind === 'words') return what.words(condition.words.length)
  if (condition.kind === 'mentions') return what.mentions(condition.max)
  if (condition.kind === 'repeats') return what.repeats(condition.places)
  if (condition.kind === 'flood') return what.flood(condition.messages, condition.seconds)
  if (condition.kind === 'files') return what.files(condition.extensions.length)
  const { mode, domains } = condition
  return mode === 'only' && domains.length === 0 ? what.anyLink : what[mode](domains.length)
}

/** A sentence like "Hold messages from new members that contain any of 3 words or phrases". */
export const ruleText = ({ action, applies_to, condition }: ModerationRule): string =>
  m.sentences[action][applies_to](conditionText(condition))

/** The choices for how long a rule restricts authors, in minutes. */
export const restrictLengths: readonly (readonly [minutes: number | null, label: string])[] = [
  [60, s.times.hour],
  [24 * 60, s.times.day],
  [7 * 24 * 60, s.times.week],
  [null, s.times.always],
]

export const lengthText = (minutes: number | null): string =>
  restrictLengths.find(([each]) => each === minutes)?.[1] ?? m.minutes(minutes ?? 0)

/** What the sentence about a rule leaves out. */
export const ruleDetails = (rule: ModerationRule): string[] => [
  ...(rule.action === 'restrict' ? [lengthText(rule.restrict_minutes)] : []),
  ...(rule.stream_ids === null ? [] : [ruleChannels(rule)]),
  ...(rule.checks_profiles ? [m.inProfiles] : []),
]

/** The channels of a rule; empty for all. */
const ruleChannels = ({ stream_ids }: ModerationRule): string =>
  (stream_ids ?? [])
    .map((id) => {
      const ruleChannel = channel(id)
      return ruleChannel ? `#${ruleChannel.name}` : m.hiddenChannel
    })
    .join(', ')

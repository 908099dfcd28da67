import type { Automation } from '../../../src/features/automations/automations/wire.ts'
import type { ChosenEmoji } from '../../emoji/reacting.ts'
import { timeFormat } from '../../entities/time-format.ts'
import { emojiFrom } from '../../parts/emoji-character.ts'
import { channel } from '../../store/channels.ts'
import { nameOf } from '../../store/people.ts'
import { nameOfZone } from '../../store/time-zone.ts'
import { a } from '../../texts/automations.ts'
import { locale, weekdayName } from '../../texts/locale.ts'
import type { MessageTrigger, Schedule } from './drafts.ts'
import type { Step } from './steps.ts'

const clock = timeFormat({ timeStyle: 'short' })
const lists = new Intl.ListFormat(locale)
const choices = new Intl.ListFormat(locale, { type: 'disjunction' })
/** Further words are omitted. */
const maxWords = 5

function clockText(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return clock.format(new Date(2026, 0, 1, hours, minutes))
}

function scheduleText({ repeat, weekdays, day, time, timezone }: Schedule): string {
  const [at, zone] = [clockText(time), nameOfZone(timezone) || 'UTC']
  if (repeat === 'weekly') return a.weekly(lists.format(weekdays.map((one) => weekdayName(one))), at, zone)
  return repeat === 'monthly' ? a.monthly(day, at, zone) : a[repeat](at, zone)
}

const placeText = (channelId: number, topic = ''): string => {
  const name = channel(channelId)?.name
  return name === undefined ? a.unknownChannel : `#${name}${topic === '' ? '' : ` › ${topic}`}`
}

const emojiText = ({ reaction_type, emoji_code, emoji_name }: ChosenEmoji): string =>
  reaction_type === 'unicode_emoji' ? emojiFrom(emoji_code) : `:${emoji_name}:`

const inTopics = (where: string, { topic, topic_match }: Pick<MessageTrigger, 'topic' | 'topic_match'>): string =>
  topic === null ? where : `${where} › ${topic}${topic_match === 'begins_with' ? '…' : ''}`

function triggerText(trigger: Automation['trigger'], scope: number | null): string {
  if (trigger.kind === 'schedule') return scheduleText(trigger)
  if (trigger.kind === 'manual') return a.onCommand(`/${trigger.command}`)
  const channelId = scope ?? trigger.stream_id
  const where = channelId === null ? a.anyPublic : placeText(channelId)
  if (trigger.kind === 'reaction') return a.onReaction(emojiText(trigger), where)
  if (trigger.kind === 'topic_resolved') return a.onResolve(where)
  if (trigger.kind === 'joined_channel') return a.onJoin(channelId === null ? a.unknownChannel : placeText(channelId))
  const place = inTopics(where, trigger)
  if (trigger.words.length === 0) return a.onMessage(place)
  const more = trigger.words.length > maxWords ? ['…'] : []
  const words = trigger.words.slice(0, maxWords).map((word) => a.quoted(word))
  return a.onWords(choices.format([...words, ...more]), place)
}

export function stepText(step: Step): string {
  if (step.kind === 'react') return a.reacts(emojiText(step))
  if (step.kind === 'resolve') return a.kinds.resolve
  if (step.kind === 'direct_message')
    return step.user_ids === null
      ? a.kinds.message_person
      : a.messages(lists.format(step.user_ids.map((id) => nameOf(id) || a.someone)))
  return step.stream_id === null ? a.kinds.reply : a.posts(placeText(step.stream_id, step.topic))
}

/** The channel's name with its sign. */
export function channelLabel(channelId: number): string {
  const name = channel(channelId)?.name
  return name === undefined ? a.hiddenChannel : `#${name}`
}

/** When it runs, and what it does. */
export const sentenceOf = ({
  trigger,
  steps,
  stream_id,
}: Pick<Automation, 'trigger' | 'steps' | 'stream_id'>): string =>
  [triggerText(trigger, stream_id), ...steps.map(stepText)].join(' · ')

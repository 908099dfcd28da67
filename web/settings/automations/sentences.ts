import type { Automation } from '../../../src/features/automations/automations/wire.ts'
import type { ChosenEmoji } from '../../emoji/reacting.ts'
import { timeFormat } from '../../entities/time-format.ts'
import { emojiFrom } from '../../parts/emoji-character.ts'
import { nameOfGroup } from '../../permissions/holders.ts'
import { channel } from '../../store/channels.ts'
import { nameOf } from '../../store/people.ts'
import { nameOfZone } from '../../store/time-zone.ts'
import { a } from '../../texts/automations.ts'
import { locale, weekdayName } from '../../texts/locale.ts'
import { spanText } from '../../texts/span.ts'
import type { Condition } from './conditions.ts'
import type { MessageTrigger, Schedule } from './drafts.ts'
import type { ApproveStep, AskStep, Step } from './steps.ts'

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
  if (repeat === 'weekly') return a.weekly(lists.format(weekdays.map((weekday) => weekdayName(weekday))), at, zone)
  return repeat === 'monthly' ? a.monthly(day, at, zone) : a[repeat](at, zone)
}

export const placeText = (channelId: number, topic = ''): string => {
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
  if (trigger.kind === 'joined_organization' || trigger.kind === 'webhook') return a.triggers[trigger.kind]
  if (trigger.kind === 'joined_group') return a.onJoinGroup(nameOfGroup(trigger.group_id))
  if (trigger.kind === 'left_group') return a.onLeaveGroup(nameOfGroup(trigger.group_id))
  const channelId = scope ?? trigger.stream_id
  const where = channelId === null ? a.anyPublic : placeText(channelId)
  if (trigger.kind === 'reaction') return a.onReaction(emojiText(trigger), where)
  if (trigger.kind === 'topic_resolved') return a.onResolve(where)
  if (trigger.kind === 'joined_channel') return a.onJoin(channelId === null ? a.unknownChannel : placeText(channelId))
  const place = inTopics(where, trigger)
  if (trigger.words.length === 0) return a.onMessage(place)
  return a.onWords(wordsText(trigger.words), place)
}

function wordsText(words: readonly string[]): string {
  const more = words.length > maxWords ? ['…'] : []
  return choices.format([...words.slice(0, maxWords).map((word) => a.quoted(word)), ...more])
}

export function conditionText(condition: Condition): string {
  switch (condition.kind) {
    case 'group':
      return a.ifs[condition.is_member ? 'in_group' : 'not_in_group'](nameOfGroup(condition.group_id))
    case 'words':
      return a.ifs.words(wordsText(condition.words))
    case 'channel':
      return a.ifs.channel(placeText(condition.stream_id))
    case 'topic':
      return a.ifs[condition.topic_match === 'is' ? 'topic' : 'topic_begins_with'](a.quoted(condition.topic))
    case 'topic_resolved':
      return a.ifs[condition.is_resolved ? 'topic_resolved' : 'topic_not_resolved']
    case 'field':
      return a.ifs[condition.is_equal ? 'field' : 'other_field'](condition.field, a.quoted(condition.value))
    case 'hours':
      return hoursText(condition)
    case 'first_time':
      return a.ifs.first_time
  }
}

function hoursText({ weekdays, from, to, timezone }: Extract<Condition, { kind: 'hours' }>): string {
  const days = choices.format(weekdays.map((weekday) => weekdayName(weekday)))
  const zone = nameOfZone(timezone) || 'UTC'
  return from === to ? a.ifs.days(days, zone) : a.ifs.hours(days, clockText(from), clockText(to), zone)
}

const namesOf = (ids: readonly number[]): string[] => ids.map((id) => nameOf(id) || a.someone)

/** The recipients of a direct message. */
export const recipientsText = (ids: readonly number[]): string => a.messages(lists.format(namesOf(ids)))

function approvalText({ user_ids, group_id }: ApproveStep): string {
  if (user_ids !== null) return a.asksApproval(choices.format(namesOf(user_ids)))
  return group_id === null ? a.kinds.approve : a.asksApproval(nameOfGroup(group_id))
}

function askText({ to, stream_id, topic, group_id }: AskStep): string {
  if (to === 'person') return a.asksPerson
  if (to === 'group') return a.asks(group_id === null ? a.someone : nameOfGroup(group_id))
  return stream_id === null ? a.asksThere : a.asksIn(placeText(stream_id, topic))
}

function moveText({ stream_id, topic }: Extract<Step, { kind: 'move' }>): string {
  if (stream_id === null) return a.quoted(topic ?? '')
  return placeText(stream_id, topic ?? '')
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)

export function stepText(step: Step): string {
  if (step.kind === 'react') return a.reacts(emojiText(step))
  if (step.kind === 'resolve') return a.kinds.resolve
  if (step.kind === 'add_to_channel') return a.adds(placeText(step.stream_id))
  if (step.kind === 'remove_from_channel') return a.removes(placeText(step.stream_id))
  if (step.kind === 'add_to_group') return a.adds(nameOfGroup(step.group_id))
  if (step.kind === 'remove_from_group') return a.removes(nameOfGroup(step.group_id))
  if (step.kind === 'approve') return approvalText(step)
  if (step.kind === 'ask') return askText(step)
  if (step.kind === 'stop_unless') return a.stops(conditionText(step.condition))
  if (step.kind === 'move') return a.moves[step.what](moveText(step))
  if (step.kind === 'remind') return a[step.repeats ? 'remindsAgain' : 'reminds'](spanText(step.minutes * 60))
  if (step.kind === 'call') return a.calls(hostOf(step.url))
  if (step.kind === 'wait') return a.waits(spanText(step.minutes * 60))
  if (step.kind === 'direct_message')
    return step.user_ids === null ? a.kinds.message_person : recipientsText(step.user_ids)
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
  conditions,
  steps,
  stream_id,
}: Pick<Automation, 'trigger' | 'conditions' | 'steps' | 'stream_id'>): string =>
  [
    triggerText(trigger, stream_id),
    ...(conditions.length === 0 ? [] : [a.if(lists.format(conditions.map(conditionText)))]),
    ...steps.map(stepText),
  ].join(' · ')

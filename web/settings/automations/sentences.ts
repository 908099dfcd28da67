import type { Automation } from '../../../src/features/automations/automations/wire.ts'
import { timeFormat } from '../../entities/time-format.ts'
import { channel } from '../../store/channels.ts'
import { nameOf } from '../../store/people.ts'
import { nameOfZone } from '../../store/time-zone.ts'
import { a } from '../../texts/automations.ts'
import { locale, weekdayName } from '../../texts/locale.ts'
import type { Schedule, Step } from './drafts.ts'

const clock = timeFormat({ timeStyle: 'short' })
const lists = new Intl.ListFormat(locale)

function clockText(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return clock.format(new Date(2026, 0, 1, hours, minutes))
}

function scheduleText({ repeat, weekdays, day, time, timezone }: Schedule): string {
  const [at, zone] = [clockText(time), nameOfZone(timezone) || 'UTC']
  if (repeat === 'weekly') return a.weekly(lists.format(weekdays.map((one) => weekdayName(one))), at, zone)
  return repeat === 'monthly' ? a.monthly(day, at, zone) : a[repeat](at, zone)
}

export function stepText(step: Step): string {
  if (step.kind === 'direct_message')
    return a.messages(lists.format(step.user_ids.map((id) => nameOf(id) || a.someone)))
  const name = channel(step.stream_id)?.name
  return a.posts(name === undefined ? a.unknownChannel : `#${name}${step.topic === '' ? '' : ` › ${step.topic}`}`)
}

/** The channel's name with its sign. */
export function channelLabel(channelId: number): string {
  const name = channel(channelId)?.name
  return name === undefined ? a.hiddenChannel : `#${name}`
}

/** When it runs, and what it does. */
export const sentenceOf = ({ trigger, steps }: Pick<Automation, 'trigger' | 'steps'>): string =>
  [scheduleText(trigger), ...steps.map(stepText)].join(' · ')

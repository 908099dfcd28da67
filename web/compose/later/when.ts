import { parse } from 'chrono-node/en'
import { locale } from '../../texts/locale.ts'
import { inEnglish } from './local-words.ts'

const days = 'today|tomorrow|tonight|(?:mon|tues|wednes|thurs|fri|satur|sun)day|mon|tue|wed|thu|fri|sat|sun'
const dayAndHour = new RegExp(`^((?:next |on )?(?:${days}))(?: at)? (\\d{1,2})$`, 'i')

const isoAndHour = /^(\d{4}-\d\d-\d\d)(?: at)? (\d{1,2})$/i

/** Hour used for a day without a time. */
const morning = 9

/** Parses a future time such as "tomorrow 9" or "24 Dec 18:30", in English or `language`, in the device's time zone. */
export function readTime(text: string, now: Date, language: string = locale): Date | undefined {
  return readEnglish(inEnglish(text, language, now), now) ?? readEnglish(text.trim(), now)
}

function readEnglish(text: string, now: Date): Date | undefined {
  const words = text.replace(dayAndHour, '$1 at $2:00').replace(isoAndHour, '$1 at $2:00')
  const hour = /^\d{1,2}$/.exec(words)
  const written = hour ? `at ${words}:00` : words
  // reject a partial match, because it isn't what the user meant
  const [found] = parse(written, now, { forwardDate: true })
  if (!found || found.text.length < written.replace(/[^\p{L}\d]+$/u, '').length) return undefined
  const read = found.start.date()
  read.setMilliseconds(0)
  const namesHour =
    /\d{1,2}(:\d\d|\s*[ap]m)|\b(in|hours?|minutes?|mins?|noon|midnight|morning|afternoon|evening|tonight|night)\b/i
  if (!namesHour.test(written) && /[a-z]{3}|\d-\d/i.test(written)) read.setHours(morning, 0, 0)
  return read
}

/** Common times to schedule, in order; each at least five minutes away. */
export function presets(now: Date): { readonly day: 'today' | 'tomorrow' | 'monday'; readonly at: Date }[] {
  const at = (inDays: number, hours: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + inDays, hours)
  const toMonday = (8 - now.getDay()) % 7 || 7
  const isWeekend = now.getDay() === 5 || now.getDay() === 6
  const all = [
    { day: 'today' as const, at: at(0, 9) },
    { day: 'today' as const, at: at(0, 16) },
    { day: 'tomorrow' as const, at: at(1, 9) },
    { day: 'tomorrow' as const, at: at(1, 16) },
    ...(isWeekend ? [{ day: 'monday' as const, at: at(toMonday, 9) }] : []),
  ]
  return all.filter(({ at: time }) => time.getTime() - now.getTime() >= leastMs)
}

/** Minimum delay of a scheduled message. */
export const leastMs = 5 * 60_000

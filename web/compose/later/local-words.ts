/** A language's names for days, months, and durations, and its date order, taken from Intl. */
interface LocalWords {
  /** Each with its English equivalent, longest first. */
  readonly words: readonly (readonly [RegExp, string])[]
  /** True if 3/4 is April 3. */
  readonly isDayFirst: boolean
}

const known = new Map<string, LocalWords>()

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
/** Without Arabic vowel signs, which people leave out. */
const plain = (text: string): string => text.normalize('NFC').replace(/[\u064b-\u0652]/g, '')
/** Matches a whole word. */
const alone = (text: string): RegExp =>
  new RegExp(`(?<!\\p{L})${escaped(text.replace(/\.$/, ''))}\\.?(?!\\p{L})`, 'giu')
const days = (_: unknown, index: number) => new Date(2026, 1, 1 + index)
const units = ['minute', 'hour', 'day', 'week'] as const

function wordsOf(locale: string): LocalWords {
  const found = new Map<string, string>()
  const english = (options: Intl.DateTimeFormatOptions, at: Date) => new Intl.DateTimeFormat('en', options).format(at)
  const add = (local: string, meaning: string) => {
    const key = plain(local).toLowerCase().trim()
    if (key !== '' && !found.has(key)) found.set(key, meaning)
  }
  // a Sunday and the six days after it; the first of each month
  const week = Array.from({ length: 7 }, days)
  const year = Array.from({ length: 12 }, (_, month) => new Date(2026, month, 1))
  for (const style of ['long', 'short'] as const) {
    for (const at of week)
      add(new Intl.DateTimeFormat(locale, { weekday: style }).format(at), english({ weekday: 'long' }, at))
    for (const at of year)
      for (const options of [{ month: style }, { month: style, day: 'numeric' }] as const) {
        const parts = new Intl.DateTimeFormat(locale, options).formatToParts(at)
        const name = parts.find(({ type }) => type === 'month')?.value ?? ''
        if (/\p{L}/u.test(name)) add(name, english({ month: 'long' }, at))
      }
  }
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  add(relative.format(0, 'day'), 'today')
  add(relative.format(1, 'day'), 'tomorrow')
  if (!/\d/.test(relative.format(2, 'day'))) add(relative.format(2, 'day'), 'in 2 days')
  for (const hour of [9, 21]) {
    const parts = new Intl.DateTimeFormat(locale, { hour: 'numeric', hour12: true }).formatToParts(
      new Date(2026, 1, 1, hour),
    )
    add(parts.find(({ type }) => type === 'dayPeriod')?.value ?? '', hour < 12 ? 'am' : 'pm')
  }
  const words = [...found]
    .sort(([a], [b]) => b.length - a.length)
    .map(([local, meaning]) => [alone(local), ` ${meaning} `] as const)
  return { words: [...spans(locale), ...words, ...between(locale)], isDayFirst: isDayFirst(locale) }
}

/** Patterns for "in 2 hours", in the singular and plural forms. */
function spans(locale: string): (readonly [RegExp, string])[] {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'always' })
  return units.flatMap((unit) =>
    [1, 2, 5, 20].map((count) => {
      const parts = format.formatToParts(count, unit)
      const pattern = parts
        .map(({ type, value }) => (type === 'literal' ? escaped(plain(value)).replace(/\s+/g, '\\s*') : '(\\d+)'))
        .join('')
      // Arabic has forms for one and two without a number
      const number = parts.some(({ type }) => type !== 'literal') ? '$1' : count
      return [new RegExp(`${pattern}(?!\\p{L})`, 'giu'), ` in ${number} ${unit}s `] as const
    }),
  )
}

/** Filler words between date and time: "at", "o’clock", "of". */
function between(locale: string): (readonly [RegExp, string])[] {
  const at = new Date(2026, 1, 14, 17, 30)
  const literals = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, options)
      .formatToParts(at)
      .filter(({ type, value }) => type === 'literal' && /\p{L}/u.test(value))
      .map(({ value }) => value.replace(/[^\p{L}]+/gu, ' ').trim())
  const hour = literals({ hour: 'numeric', hour12: false })
  const whole = literals({ dateStyle: 'full', timeStyle: 'short' })
  const date = new Set(literals({ dateStyle: 'long' }))
  return [
    ...hour.map((word) => [new RegExp(`(\\d{1,2})\\s*${escaped(word)}(?!\\p{L})`, 'giu'), ' $1:00 '] as const),
    ...[...date].map((word) => [alone(word), ' '] as const),
    ...whole.filter((word) => !date.has(word)).map((word) => [alone(word), ' at '] as const),
  ]
}

function isDayFirst(locale: string): boolean {
  const parts = new Intl.DateTimeFormat(locale).formatToParts(new Date(2026, 1, 14)).map(({ type }) => type)
  return parts.indexOf('day') < parts.indexOf('month')
}

/** Translates a time expression to English; other text stays as it is. */
export function inEnglish(text: string, locale: string, now: Date): string {
  let found = known.get(locale)
  if (!found) {
    found = wordsOf(locale)
    known.set(locale, found)
  }
  let english = plain(text)
  for (const [word, meaning] of found.words) english = english.replace(word, meaning)
  return withDate(english.replace(/\s+/g, ' ').trim(), found.isDayFirst, now)
}

/** Rewrites numeric dates, which differ by country, unambiguously. */
function withDate(text: string, dayIsFirst: boolean, now: Date): string {
  const numbers = /(?<![\d:])(\d{1,2})([./])(\d{1,2})(?:\2(\d{4}|\d{2})?)?(?![\d:])/.exec(text)
  if (!numbers) return text.replace(/\b(\d{1,2})\.\s+(?=[A-Z])/g, '$1 ')
  const [whole, first = '', , second = '', year] = numbers
  const [day, month] = dayIsFirst ? [Number(first), Number(second)] : [Number(second), Number(first)]
  if (day < 1 || day > 31 || month < 1 || month > 12) return text
  const thisYear = now.getFullYear()
  const isPast = new Date(thisYear, month - 1, day, 23, 59) < now
  const written = year === undefined ? thisYear + (isPast ? 1 : 0) : Number(year.length === 2 ? `20${year}` : year)
  const two = (value: number) => String(value).padStart(2, '0')
  return text.replace(whole, `${written}-${two(month)}-${two(day)}`)
}

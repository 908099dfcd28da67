import { locale } from '../texts/locale.ts'

const minuteMs = 60_000
const unitMs = { minute: minuteMs, hour: 60 * minuteMs, day: 1_440 * minuteMs, week: 10_080 * minuteMs } as const
type Unit = keyof typeof unitMs

/** A unit's word. Some include a number, such as the Arabic word for “two hours”. */
interface Word {
  readonly ms: number
  readonly isCounted: boolean
}

const english: Readonly<Record<Unit, string>> = {
  minute: 'm min mins minute minutes',
  hour: 'h hr hrs hour hours',
  day: 'd day days',
  week: 'w wk wks week weeks',
}
const known = new Map<string, ReadonlyMap<string, Word>>()

const plain = (text: string): string => text.toLowerCase().replace(/\.$/, '')

function wordsOf(language: string): ReadonlyMap<string, Word> {
  const found = new Map<string, Word>()
  for (const unit of Object.keys(unitMs) as Unit[]) {
    for (const word of english[unit].split(' ')) found.set(word, { ms: unitMs[unit], isCounted: false })
    for (const unitDisplay of ['long', 'short', 'narrow'] as const) {
      const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay })
      for (const count of [1, 2, 3, 5, 11, 100]) {
        const parts = format.formatToParts(count)
        const isCounted = !parts.some(({ type }) => type === 'integer')
        const word = plain(
          parts
            .map(({ type, value }) => (type === 'unit' ? value : ''))
            .join('')
            .trim(),
        )
        if (!found.has(word)) found.set(word, { ms: unitMs[unit] * (isCounted ? count : 1), isCounted })
      }
    }
  }
  return found
}

/** Converts Arabic and Persian digits to 0–9, and full-width forms to ASCII. */
export const latinDigits = (text: string): string =>
  text.normalize('NFKC').replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))

const singleUnit = /^(?:an?|one) (minute|hour|day|week)$/
const part = /\s*(?:(\d{1,5}(?:[.,]\d{1,2})?)\s*)?([^\d\s,]+)[\s,]*/uy

/** Parses a duration such as "30m", "1h 30m", or "2 hours", in English or `language`; in milliseconds. */
export function readDuration(text: string, language: string = locale): number | undefined {
  const typed = plain(latinDigits(text).trim().replace(/\s+/g, ' '))
  const one = singleUnit.exec(typed)?.[1]
  if (one) return unitMs[one as Unit]
  if (typed === 'half an hour') return unitMs.hour / 2
  let words = known.get(language)
  if (!words) {
    words = wordsOf(language)
    known.set(language, words)
  }
  let total = 0
  part.lastIndex = 0
  while (part.lastIndex < typed.length) {
    const [whole, count, unit = ''] = part.exec(typed) ?? []
    const word = words.get(plain(unit))
    if (whole === undefined || !word || word.isCounted === (count !== undefined)) return undefined
    total += word.ms * (count === undefined ? 1 : Number(count.replace(',', '.')))
  }
  return total > 0 ? total : undefined
}

import { folded } from '#contract'
import { localDay } from '../parts/local-day.ts'
import { t } from '../texts/finding.ts'

interface Day {
  /** `YYYY-MM-DD` */
  readonly day: string
  /** "yesterday" */
  readonly label?: string
}

function usualDays(): (Day & { readonly label: string; readonly name: string })[] {
  const before = (change: (at: Date) => void): string => {
    const at = new Date()
    change(at)
    return localDay(at)
  }
  return [
    { day: localDay(new Date()), label: t.days.today, name: 'today' },
    { day: before((at) => at.setDate(at.getDate() - 1)), label: t.days.yesterday, name: 'yesterday' },
    { day: before((at) => at.setDate(at.getDate() - 7)), label: t.days.week, name: 'last week' },
    { day: before((at) => at.setMonth(at.getMonth() - 1)), label: t.days.month, name: 'last month' },
    { day: before((at) => at.setFullYear(at.getFullYear() - 1)), label: t.days.year, name: 'last year' },
  ]
}

/** Days for what's typed so far: usual ones by name, and those that a date can become: `2026-11` or `2026-11-2`. */
export function daysFor(query: string): Day[] {
  const usual = usualDays().filter(
    ({ day, label, name }) =>
      [label, name].some((one) => folded(one).startsWith(folded(query))) || day.startsWith(query),
  )
  const begun = begunDays(query).filter((one) => !usual.some(({ day }) => day === one))
  return [...begun.map((day) => ({ day })), ...usual]
}

const two = (n: number | string) => String(n).padStart(2, '0')
const numbered = (last: number) => Array.from({ length: last }, (_, index) => two(index + 1))

/** The first days of months for a year, and days for a month: their numbers may be typed without zeros. */
function begunDays(query: string): string[] {
  const [, year = '', month = '', day] = /^(\d{4})(?:-(\d{0,2})(?:-(\d{0,2}))?)?$/.exec(query) ?? []
  if (year < '1900') return []
  const fitting = (last: number, typed: string) =>
    numbered(last).filter((one) => one.startsWith(typed) || (typed !== '0' && one === two(typed)))
  if (day === undefined) return fitting(12, month).map((one) => `${year}-${one}-01`)
  if (!numbered(12).includes(two(month))) return []
  const last = new Date(Number(year), Number(month), 0).getDate()
  return fitting(last, day).map((one) => `${year}-${two(month)}-${one}`)
}

/** The day that a word names: "yesterday", or a date as far as it's typed, `2026-11`. */
export function dayNamed(name: string): string | undefined {
  const wanted = folded(name.replaceAll(/[-_+]/g, ' '))
  const usual = usualDays().find(({ label, name: english }) => folded(label) === wanted || english === wanted)
  if (usual) return usual.day
  if (!/^\d{4}(-\d{1,2}){0,2}$/.test(name)) return undefined
  const [year = '', ...others] = name.split('-')
  return begunDays([year, ...others.map(two)].join('-'))[0]
}

import { bold, isEmpty, lines, type Markdown, md, quote } from './markdown.ts'

/** Somebody did something, and what they wrote with it. */
export function deed(who: string, what: Markdown, written = ''): Markdown {
  const quoted = quote(written)
  return lines(md`${bold(who || 'Somebody')} ${what}${isEmpty(quoted) ? '.' : ':'}`, quoted)
}

/** Where something belongs, what it is and what it is called: one topic for all that happens to it. */
export const topicOf = (...parts: readonly string[]): string => parts.filter((part) => part.trim() !== '').join(' / ')

/** `#7 The title`, from what there is of it. */
export const numbered = (number: string, title: string, sign = '#'): string =>
  [number === '' ? '' : `${sign}${number}`, title].filter(Boolean).join(' ')

/** `in_progress` as people write it: `in progress`. */
export const spaced = (word: string): string => word.replace(/[_-]+/g, ' ').trim()
/** `onTrack` as people write it: `on track`. */
export const worded = (name: string): string => spaced(name.replace(/([a-z\d])([A-Z])/g, '$1 $2')).toLowerCase()
export const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1)

const minute = 60_000

/** How long something took, in the two largest units. */
export function duration(ms: number | undefined): string {
  if (ms === undefined || !Number.isFinite(ms) || ms < 0) return ''
  if (ms < minute) return `${Math.round(ms / 1000)} s`
  const minutes = Math.round(ms / minute)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 48
    ? [`${hours} h`, minutes % 60 ? `${minutes % 60} min` : ''].join(' ').trim()
    : `${Math.round(hours / 24)} days`
}

/** From one moment to another, as a duration. */
export const between = (from: string, to: string): string => duration(Date.parse(to) - Date.parse(from))

/** A moment that everybody reads in the time of their own place; nothing where it is none. */
export function moment(time: string): Markdown {
  const ms = /^\d{9,11}(\.\d+)?$/.test(time)
    ? Number(time) * 1000
    : /^\d{12,14}$/.test(time)
      ? Number(time)
      : Date.parse(time)
  const date = new Date(ms)
  const year = Number.isNaN(ms) ? 0 : date.getUTCFullYear()
  // what stands for never, such as the year 1, is no time
  return year < 1990 || year > 2200 ? md`` : md`<time:${date.toISOString().replace('.000Z', 'Z')}>`
}

/** An amount of money; most currencies are counted in hundredths. */
export function money(amount: number | undefined, currency: string): string {
  if (amount === undefined) return ''
  const code = currency.toUpperCase().slice(0, 3)
  const places = [
    'BIF',
    'CLP',
    'DJF',
    'GNF',
    'JPY',
    'KMF',
    'KRW',
    'MGA',
    'PYG',
    'RWF',
    'UGX',
    'VND',
    'VUV',
    'XAF',
    'XOF',
    'XPF',
  ].includes(code)
    ? 0
    : 2
  return `${(amount / 10 ** places).toFixed(places)} ${code}`.trim()
}

/** How serious a state is, as a sign that is seen before it is read. */
export const signs = { good: '✅', bad: '🔴', warning: '🟡', under: '🔵', off: '⚪' } as const

/** A sign for the words that monitors and builds use for how something is. */
export function signOf(state: string): string {
  const word = state.toLowerCase()
  if (
    /^(ok|resolved|success|succeeded|successful|passed|fixed|up|operational|ready|green|normal|recovered|closed|completed|info|none)$/.test(
      word,
    )
  )
    return signs.good
  if (
    /^(warn|warning|minor|degraded|degraded_performance|unstable|moderate|medium|acknowledged|partially_?succeeded|yellow|p3|investigating|identified)$/.test(
      word,
    )
  )
    return signs.warning
  if (/^(pending|running|started|in_progress|building|queued|scheduled|monitoring|waiting|verifying)$/.test(word))
    return signs.under
  if (/^(cancell?ed|skipped|paused|no ?data|nodata|aborted|not_built|stopped|unknown)$/.test(word)) return signs.off
  return signs.bad
}

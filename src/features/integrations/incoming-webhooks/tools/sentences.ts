import { bold, isEmpty, lines, type Markdown, md, quote } from './markdown.ts'

export function activity(who: string, what: Markdown, written = ''): Markdown {
  const quoted = quote(written)
  return lines(md`${bold(who || 'Someone')} ${what}${isEmpty(quoted) ? '.' : ':'}`, quoted)
}

export const topicOf = (...parts: readonly string[]): string => parts.filter((part) => part.trim() !== '').join(' / ')

/** A verb with what it is about: after it, or instead of its `…`. */
export function doing(verb: string, what: Markdown): Markdown {
  const [before = '', after] = verb.split('…')
  return after === undefined ? md`${verb} ${what}` : md`${before.trim()} ${what} ${after.trim()}`
}

/** `#7 The title`, or either part alone. */
export const numbered = (number: string, title: string, sign = '#'): string =>
  [number === '' ? '' : `${sign}${number}`, title].filter(Boolean).join(' ')

export const spaced = (word: string): string => word.replace(/[_-]+/g, ' ').trim()
/** `onTrack` becomes `on track`. */
export const worded = (name: string): string => spaced(name.replace(/([a-z\d])([A-Z])/g, '$1 $2')).toLowerCase()
export const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1)

const minute = 60_000

/** In the two largest units. */
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

export const between = (from: string, to: string): string => duration(Date.parse(to) - Date.parse(from))

/** A time that is shown in each reader's time zone; empty if it is invalid. */
export function moment(time: string): Markdown {
  const ms = /^\d{9,11}(\.\d+)?$/.test(time)
    ? Number(time) * 1000
    : /^\d{12,14}$/.test(time)
      ? Number(time)
      : Date.parse(time)
  const date = new Date(ms)
  const year = Number.isNaN(ms) ? 0 : date.getUTCFullYear()
  // placeholders for "never", such as the year 1
  return year < 1990 || year > 2200 ? md`` : md`<time:${date.toISOString().replace('.000Z', 'Z')}>`
}

/** Most currencies have hundredths. */
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

export const signs = { good: '✅', bad: '🔴', warning: '🟡', under: '🔵', off: '⚪' } as const

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

import { dayMs } from '#contract'

/** Keep the newest backup of each of the last `spans` spans. */
export interface KeepRule {
  readonly spans: number
  readonly lengthMs: number
}

const lengths: Readonly<Record<string, number>> = { h: dayMs / 24, d: dayMs, w: 7 * dayMs, m: 30 * dayMs }
const most = 1_000

/** Parses `7d,4w`: keep the newest of each of seven days and four weeks. Undefined if invalid. */
export function parseKeepRules(text: string): KeepRule[] | undefined {
  const rules = text.split(',').map((part) => {
    const [, spans, unit] = /^\s*(\d{1,4})([hdwm])\s*$/.exec(part) ?? []
    return { spans: Number(spans), lengthMs: lengths[unit ?? ''] ?? 0 }
  })
  return rules.every(({ spans, lengthMs }) => spans > 0 && spans <= most && lengthMs > 0) ? rules : undefined
}

/** Parses `6h`, `30min`, or `1d` to milliseconds; undefined if invalid or under a minute. */
export function parseInterval(text: string): number | undefined {
  const [, count, unit = ''] = /^(\d{1,4})(min|h|d|w)$/.exec(text) ?? []
  const ms = Number(count) * (unit === 'min' ? 60_000 : (lengths[unit] ?? 0))
  return ms >= 60_000 ? ms : undefined
}

import { timeFormat } from '../entities/time-format.ts'

/** Local time in a time zone; undefined if unknown, or the same as here. */
export function localTimeIn(timeZone: string, now: Date): string | undefined {
  if (timeZone === '') return undefined
  try {
    return timeFormat({
      weekday: 'short',
      hour: 'numeric',
      minute: '2-digit',
      timeZone,
    }).format(now)
  } catch {
    // unknown time zone
    return undefined
  }
}

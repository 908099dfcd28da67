import { timeFormat } from '../entities/time-format.ts'

/** What time it is where somebody is; undefined where that is not known, or the same as here. */
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
    // a zone that this browser does not know
    return undefined
  }
}

import { part } from '../store/connection.ts'
import { locale } from '../texts/locale.ts'

const settings = part<{ twenty_four_hour_time?: boolean } | undefined>('user_settings')

/**
 * Writes times as the reader's device does, and from 0 to 24 for who has chosen that. What is drawn with it is drawn anew
 * where the choice changes.
 */
export function timeFormat(options: Intl.DateTimeFormatOptions): { format(at: Date | number): string } {
  const made = new Map<boolean, Intl.DateTimeFormat>()
  return {
    format(at) {
      const to24 = settings.value?.twenty_four_hour_time === true
      const known = made.get(to24) ?? new Intl.DateTimeFormat(locale, to24 ? { ...options, hourCycle: 'h23' } : options)
      made.set(to24, known)
      return known.format(at)
    },
  }
}

import { part } from '../store/connection.ts'
import { locale } from '../texts/locale.ts'

const settings = part<{ twenty_four_hour_time?: boolean } | undefined>('user_settings')

/** Formats times in 24-hour format if the user chose that. Reads the setting's signal, so views update. */
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

/** The whole time, for titles. */
export const fullFormat = timeFormat({ dateStyle: 'full', timeStyle: 'long' })

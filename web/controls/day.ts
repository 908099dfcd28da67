import { timeFormat } from '../entities/time-format.ts'
import { locale } from '../texts/locale.ts'

const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
const times = timeFormat({ dateStyle: 'medium', timeStyle: 'short' })

/** A day in the user's format; numbers are UNIX seconds. */
export const dayOf = (time: Date | string | number): string =>
  days.format(typeof time === 'number' ? time * 1000 : new Date(time))

export const timeOf = (seconds: number): string => times.format(seconds * 1000)

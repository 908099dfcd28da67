import { timeFormat } from '../entities/time-format.ts'

const hourFormat = timeFormat({ timeStyle: 'short' })
const dateFormat = timeFormat({ dateStyle: 'medium', timeStyle: 'short' })

export const timeOf = (at: Date): string =>
  (at.toDateString() === new Date().toDateString() ? hourFormat : dateFormat).format(at)

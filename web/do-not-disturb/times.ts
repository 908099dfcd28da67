import { timeFormat } from '../entities/time-format.ts'

const hourMs = 3_600_000

const morning = (now: Date, days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 9)

export type PausePreset = 'half' | 'hour' | 'tomorrow'
export type MutePreset = 'hour' | 'tomorrow' | 'week'

/** In the device's time zone; "tomorrow" is at nine. */
export const pausePresets = (now: Date): Readonly<Record<PausePreset, Date>> => ({
  half: new Date(now.getTime() + hourMs / 2),
  hour: new Date(now.getTime() + hourMs),
  tomorrow: morning(now, 1),
})

export const mutePresets = (now: Date): Readonly<Record<MutePreset, Date>> => ({
  hour: new Date(now.getTime() + hourMs),
  tomorrow: morning(now, 1),
  week: new Date(now.getTime() + 7 * 24 * hourMs),
})

const time = timeFormat({ timeStyle: 'short' })
const near = timeFormat({ weekday: 'long', hour: 'numeric', minute: '2-digit' })
const far = timeFormat({ dateStyle: 'medium', timeStyle: 'short' })

/** As short as possible: the time for today, a weekday within six days, otherwise the date. */
export function whenText(at: Date, now = new Date()): string {
  if (at.toDateString() === now.toDateString()) return time.format(at)
  return (at.getTime() - now.getTime() < 6 * 24 * hourMs ? near : far).format(at)
}

export const inSeconds = (at: Date): number => Math.round(at.getTime() / 1000)

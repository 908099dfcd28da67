export type Preset = 'hour' | 'threeHours' | 'tomorrow' | 'monday'

export function presetsAt(now: Date): Readonly<Record<Preset, Date>> {
  const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
  const morning = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 9)
  const toMonday = (8 - now.getDay()) % 7 || 7
  return { hour: later(1), threeHours: later(3), tomorrow: morning(1), monday: morning(toMonday) }
}

/** Value for a `datetime-local` input. */
export function localValue(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

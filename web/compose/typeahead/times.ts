import { signal } from '@preact/signals'
import type { Choice } from '../../entities/choice.ts'
import { timeFormat } from '../../entities/time-format.ts'
import { t } from '../../texts/writing.ts'

type Reader = typeof import('../later/when.ts')
const reader = signal<Reader | undefined>(undefined)
const format = timeFormat({ dateStyle: 'full', timeStyle: 'short' })

/** Suggestions for `<time:`: the typed time, or some near ones. */
export function times(query: string): Choice[] {
  if (!reader.value) {
    void import('../later/when.ts').then((module) => {
      reader.value = module
    })
    return []
  }
  const now = new Date()
  const read = query === '' ? undefined : reader.value.readTime(query, now)
  const soon = new Date(now.getFullYear(), now.getMonth(), now.getDate(), now.getHours() + 1)
  const tomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 9)
  const offered = query === '' ? [soon, tomorrow] : read ? [read] : []
  return offered.map((at) => ({
    key: at.toISOString(),
    label: format.format(at),
    detail: t.inEachZone,
    mark: { sign: '🕑' },
    insert: `<time:${withZone(at)}>`,
  }))
}

/** ISO 8601 with the device's offset, which keeps the writer's local time. */
function withZone(at: Date): string {
  const minutes = -at.getTimezoneOffset()
  const two = (value: number) => String(Math.floor(Math.abs(value))).padStart(2, '0')
  const local = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}:00`
  return `${local}${minutes < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`
}

import type { Submessage } from '../../src/features/messages/messages/wire.ts'

/** A submessage of a widget: JSON written by clients, so nothing in it is trusted. */
interface Submission {
  readonly by: number
  readonly said: Readonly<Record<string, unknown>>
}

/** A limit on items: widgets aren't meant for long lists. */
export const maxItems = 200

function parsed(content: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(content)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

const kinds = ['poll', 'todo', 'zform', 'interactive'] as const
export type WidgetKind = (typeof kinds)[number]

export interface WidgetData {
  readonly kind: WidgetKind
  readonly data: Readonly<Record<string, unknown>>
  /** Oldest first. */
  readonly submissions: readonly Submission[]
}

/** A message's widget; undefined if it has none, or an unknown kind. */
export function begun(submessages: readonly Submessage[]): WidgetData | undefined {
  const [first, ...rest] = [...submessages].filter(({ msg_type }) => msg_type === 'widget').sort((a, b) => a.id - b.id)
  const widget = first && parsed(first.content)
  const kind = kinds.find((one) => one === widget?.widget_type)
  if (!kind) return undefined
  const submissions = rest.flatMap(({ sender_id, content }) => {
    const said = parsed(content)
    return said ? [{ by: sender_id, said }] : []
  })
  return { kind, data: recordOf(widget?.extra_data), submissions }
}

export const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
export const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value.slice(0, maxItems) : [])
/** A valid index of one person's additions. */
export const indexOf = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined

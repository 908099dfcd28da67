import type { Submessage } from '../../src/features/messages/messages/wire.ts'

/** What somebody did with a widget, as it travels: JSON of one's own making, so nothing of it is certain. */
interface Deed {
  readonly by: number
  readonly said: Readonly<Record<string, unknown>>
}

/** Beyond this nobody reads a list, and a widget is no place to keep one. */
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
  /** In the order in which they were done. */
  readonly submissions: readonly Deed[]
}

/** The widget that a message is; undefined for a message that is none, or of a kind that is not known. */
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
/** A whole number that counts what one person has added. */
export const indexOf = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined

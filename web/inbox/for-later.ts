import { takeBack } from '../conversation-menus/marking.ts'
import { toast } from '../parts/toast.ts'
import { keptChoice } from '../store/kept-choice.ts'
import { t } from '../texts/views.ts'

const maxKept = 1_000

/** Conversations left for later: keys, each with its newest unread message at that time. */
const [left, keepLeft] = keptChoice<ReadonlyMap<string, number>>('left for later', leftIn, (kept) =>
  JSON.stringify([...kept].slice(-maxKept)),
)

function leftIn(text: string | null): ReadonlyMap<string, number> {
  const all: unknown = JSON.parse(text ?? '[]')
  return new Map(
    (Array.isArray(all) ? all : []).flatMap((one: unknown) => {
      const [key, id] = Array.isArray(one) ? (one as unknown[]) : []
      return typeof key === 'string' && typeof id === 'number' ? [[key, id] as const] : []
    }),
  )
}

interface Left {
  readonly key: string
  readonly name: string
  readonly ids: readonly number[]
}

/** True while messages that were left for later are still unread. */
export const isLater = (key: string, unread: readonly number[]): boolean =>
  (left.value.get(key) ?? 0) >= (unread[0] ?? Number.POSITIVE_INFINITY)

let undoLast: (() => void) | undefined

/** Leaves a conversation with unread messages for later, or returns it to its place. Offers to undo it. */
export function leaveForLater(one: Left, wanted: boolean): void {
  keep(one, wanted)
  const undo = () => {
    undoLast = undefined
    keep(one, !wanted)
  }
  undoLast = undo
  toast(wanted ? t.movedToLater(one.name) : t.removedFromLater(one.name), { label: t.undo, run: undo })
}

function keep({ key, ids }: Left, wanted: boolean): void {
  const next = new Map(left.peek())
  next.delete(key)
  const newest = ids.at(-1)
  if (wanted && newest !== undefined) next.set(key, newest)
  keepLeft(next)
}

/** Undoes the last list action: moving to Later or marking as read. */
export function undo(): void {
  if (undoLast) undoLast()
  else void takeBack()
}

/** Call when messages are marked as read, so that Undo reverts that first. */
export const forgetLater = (): void => {
  undoLast = undefined
}

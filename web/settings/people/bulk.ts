import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { ApiError } from '#contract'
import { reasonOf } from '../../parts/refusal.ts'
import { toast } from '../../parts/toast.ts'
import { nameOf, ownId } from '../../store/people.ts'
import { p } from '../../texts/people-settings.ts'

const maxLines = 5

export interface Progress {
  readonly done: number
  readonly all: number
}

export interface Bulk {
  readonly progress: Signal<Progress>
  /** Whether the dialog was closed in which it was begun. */
  isStopped(): boolean
}

/** Something that a dialog does about many people: it ends with the dialog. */
export function useBulk(): Bulk {
  const progress = useSignal<Progress>({ done: 0, all: 0 })
  const isGone = useRef(false)
  useEffect(
    () => () => {
      isGone.current = true
    },
    [],
  )
  return { progress, isStopped: () => isGone.current }
}

/** Among many, oneself is there by accident: the others could not be changed any more after that. */
export const withoutOneself = (ids: readonly number[]): readonly number[] =>
  ids.length > 1 ? ids.filter((id) => id !== ownId.peek()) : ids

const summaryOf = (lines: string, done: number): string =>
  done === 0 ? p.allRefused(lines) : p.someRefused(lines, done)

/**
 * Does the same about people, one after the other, so that nobody else waits, until all are through or the dialog is
 * closed. Goes on after a refusal; throws at the end when some were refused, with the reasons, and at once when it was
 * stopped or the server cannot be reached.
 */
export async function aboutEach(
  ids: readonly number[],
  { progress, isStopped }: Bulk,
  act: (id: number) => Promise<unknown>,
): Promise<void> {
  const refused: string[] = []
  for (const [index, id] of ids.entries()) {
    if (isStopped()) {
      const problem = p.stoppedAt(index - refused.length, ids.length)
      toast(problem)
      throw new ApiError(400, 'STOPPED', problem)
    }
    progress.value = { done: index, all: ids.length }
    try {
      await act(id)
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem
      refused.push(p.refusedLine(nameOf(id), reasonOf(problem)))
    }
  }
  progress.value = { done: ids.length, all: ids.length }
  if (refused.length === 0) return
  const lines = refused.slice(0, maxLines)
  if (refused.length > maxLines) lines.push(p.andMore(refused.length - maxLines))
  throw new ApiError(400, 'SOME_REFUSED', summaryOf(lines.join(' '), ids.length - refused.length))
}

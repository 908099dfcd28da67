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
  isStopped(): boolean
}

/** A bulk action of a dialog, which stops when the dialog is closed. */
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

/** In a bulk selection the user is included by accident, and couldn't change the others after being changed. */
export const withoutOneself = (ids: readonly number[]): readonly number[] =>
  ids.length > 1 ? ids.filter((id) => id !== ownId.peek()) : ids

const summaryOf = (lines: string, done: number): string =>
  done === 0 ? p.allRefused(lines) : p.someRefused(lines, done)

/**
 * Runs an action for each user, one after the other, so as not to delay other requests, until all are done or the
 * dialog is closed. Continues after a refusal and throws at the end with the reasons; throws at once if it was stopped
 * or the server can't be reached.
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

import type { Mutation } from '#platform/organization'
import { maxRunDepth } from '../limits.ts'

const depths = new WeakMap<Mutation, number>()

/** Marks a transaction as the step of a run, so that runs it triggers count as one deeper. */
export function setRunDepth(mutation: Mutation, depth: number): void {
  depths.set(mutation, depth)
}

/** The depth of a run that's triggered in this transaction: 1 if no automation caused it. Undefined if it's too deep. */
export function nextDepth(mutation: Mutation): number | undefined {
  const depth = (depths.get(mutation) ?? 0) + 1
  return depth > maxRunDepth ? undefined : depth
}

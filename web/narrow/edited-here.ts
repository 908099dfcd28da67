import { type Signal, signal } from '@preact/signals'

/** Ids of messages whose text is being changed here: lists keep them until then, even when they're moved elsewhere. */
export const editedHere: Signal<ReadonlySet<number>> = signal(new Set())

import { type Signal, signal } from '@preact/signals'

/** Ids of messages being edited here: lists keep them until then, even if they're moved elsewhere. */
export const editedHere: Signal<ReadonlySet<number>> = signal(new Set())

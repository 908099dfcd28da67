import { signal } from '@preact/signals'

export interface Editing {
  readonly userId: number
  /** The key of the conversation that the message is in. */
  readonly place: string
}

export const editing = signal<ReadonlyMap<number, Editing>>(new Map())

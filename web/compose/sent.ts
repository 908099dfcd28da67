import { type Signal, signal } from '@preact/signals'

/** The conversation, by its key, in which the reader has just sent a message: its feed goes to the end to show it. */
export const sentTo: Signal<string | undefined> = signal(undefined)

import { type Signal, signal } from '@preact/signals'

/** Key of the conversation in which the reader has just sent a message; its feed scrolls to the end. */
export const sentTo: Signal<string | undefined> = signal(undefined)

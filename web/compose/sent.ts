import { type Signal, signal } from '@preact/signals'

export const sentTo: Signal<string | undefined> = signal(undefined)

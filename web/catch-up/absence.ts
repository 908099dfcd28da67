import { signal } from '@preact/signals'

/** For how many days one was away, and whether catching up is offered; undefined where nothing is to be said. */
export const absence = signal<{ readonly days: number } | undefined>(undefined)

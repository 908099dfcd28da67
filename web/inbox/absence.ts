import { signal } from '@preact/signals'

/** Days since the last visit, with the offer to catch up; undefined if there's nothing to show. */
export const absence = signal<{ readonly days: number } | undefined>(undefined)

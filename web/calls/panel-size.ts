import { signal } from '@preact/signals'

/** Whether the call covers the whole window. */
export const isFull = signal(false)

/** Phones have no room next to the call: calls.css says from which size on. */
export const isPhone = (): boolean =>
  getComputedStyle(document.documentElement).getPropertyValue('--call-covers-window') === '1'

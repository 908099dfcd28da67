import { signal } from '@preact/signals'

/** Whether the call covers the whole window. */
export const isFull = signal(false)

/** Whether the call covers the window, as on phones: see calls.css. */
export const isPhone = (): boolean =>
  getComputedStyle(document.documentElement).getPropertyValue('--call-covers-window') === '1'

import { signal } from '@preact/signals'

/** Whether the call covers the whole window. */
export const isFull = signal(false)

/** Phones have no room next to the call. */
export const isPhone = (): boolean => matchMedia('(width < 720px), (height < 480px)').matches

import { signal } from '@preact/signals'

/** True while the page offers to turn on notifications. */
export const offersNotifications = signal(false)

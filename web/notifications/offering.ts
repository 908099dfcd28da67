import { signal } from '@preact/signals'

/** Whether it is offered, over what is shown, that this browser notifies. */
export const offersNotifications = signal(false)

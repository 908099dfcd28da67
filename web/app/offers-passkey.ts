import { signal } from '@preact/signals'

/** Whether the passkey offer is visible. */
export const offersPasskey = signal(false)

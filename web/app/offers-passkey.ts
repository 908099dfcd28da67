import { signal } from '@preact/signals'

/** True while the page offers to create a passkey. */
export const offersPasskey = signal(false)

import { messages } from 'messages:ownPages'
import type { Open } from './open.ts'

/** Texts of the personal settings pages. */
export const ownPages: Open<typeof messages, 'roles'> = messages

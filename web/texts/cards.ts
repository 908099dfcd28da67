import { messages } from 'messages:cards'
import type { Open } from './open.ts'

/** Texts of user and group cards. */
export const c: Open<typeof messages, 'roles'> = messages

import { messages } from 'messages:own'
import type { Open } from './open.ts'

/** Texts of the personal menu and of sessions. */
export const o: Open<typeof messages, 'looks'> = messages

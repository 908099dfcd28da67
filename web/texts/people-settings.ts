import { messages } from 'messages:peopleSettings'
import type { Open } from './open.ts'

/** Texts of the pages for users, invitations, and bots. */
export const p: Open<typeof messages, 'roles' | 'lives' | 'kinds' | 'invitedAs'> = messages

import { messages } from 'messages:peopleSettings'
import type { Open } from './open.ts'

export const p: Open<typeof messages, 'roles' | 'lives' | 'kinds' | 'invitedAs'> = messages

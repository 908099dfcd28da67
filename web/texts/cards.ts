import { messages } from 'messages:cards'
import type { Open } from './open.ts'

export const c: Open<typeof messages, 'roles'> = messages

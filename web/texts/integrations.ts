import { messages } from 'messages:integrations'
import type { Open } from './open.ts'

export const i: Open<typeof messages, 'categories'> = messages

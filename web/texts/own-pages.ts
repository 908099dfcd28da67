import { messages } from 'messages:ownPages'
import type { Open } from './open.ts'

export const ownPages: Open<typeof messages, 'roles'> = messages

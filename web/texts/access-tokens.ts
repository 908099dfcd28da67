import { messages } from 'messages:accessTokens'
import type { Open } from './open.ts'

export const accessTokens: Open<typeof messages, 'scopes'> = messages

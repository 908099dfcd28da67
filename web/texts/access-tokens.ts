import { messages } from 'messages:accessTokens'
import type { Open } from './open.ts'

/** Texts of the access tokens page. */
export const accessTokens: Open<typeof messages, 'scopes'> = messages

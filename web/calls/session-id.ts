import { sessionIdLength } from '../../src/features/calls/calls/limits.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

export const newSessionId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(sessionIdLength))].map((byte) => letters[byte % letters.length]).join('')

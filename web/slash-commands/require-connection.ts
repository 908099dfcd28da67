import { connection } from '../store/connection.ts'

/** Throws if offline. For actions that report failures elsewhere. */
export function requireConnection(): void {
  if (connection.peek() !== 'live') throw new Error(`The connection is ${connection.peek()}`)
}

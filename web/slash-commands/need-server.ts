import { connection } from '../store/connection.ts'

/** Throws while the server can't be reached, for actions that report failures elsewhere. */
export function needServer(): void {
  if (connection.peek() !== 'live') throw new Error(`The connection is ${connection.peek()}`)
}

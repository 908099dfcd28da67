import pg from 'pg'
import { DatabaseUnavailable } from '../unavailable.ts'

const readOnly = '25006'
const noRoom = '53300'

/** What the server says when it cannot do now what it can do at other times, by class or code. */
const passing: readonly [code: string, reason: string][] = [
  ['08', 'the connection was lost'],
  ['57P01', 'the server has ended the connection'],
  ['57P02', 'the server has crashed'],
  ['57P03', 'the server is starting or stopping'],
  ['57P05', 'the server has ended the connection'],
  ['25P03', 'a transaction took too long'],
  ['57014', 'a statement took too long'],
  ['55P03', 'a lock was not to be had in time'],
  ['40', "two transactions were in each other's way"],
  ['53100', "the server's disk is full"],
  [noRoom, 'the server has too many connections'],
  ['53', 'the server lacks what it needs'],
  ['58', 'the server could not read or write a file'],
  ['LQ001', 'the organization moves to another database'],
]

/** Whether a server has as many connections as it takes, from one role or from all. */
export const hasNoRoom = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === noRoom

/** Whether a server refuses to be written to. */
export const refusesWrites = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === readOnly

/** The connection ended before the server had answered. */
export class ConnectionLost extends Error {
  constructor(cause: unknown) {
    super('The connection was lost', { cause })
  }
}

/** An error from the library: the server's own, or that of a connection. */
export const fromLibrary = (error: Error): Error =>
  error instanceof pg.DatabaseError ? error : new ConnectionLost(error)

/** What went wrong, said so that the caller can tell what passes from what is a mistake. */
export function explained(error: unknown, { isReading = false, isConnecting = false } = {}): Error {
  if (error instanceof DatabaseUnavailable) return error
  if (!(error instanceof Error)) return new Error(String(error))
  if (!(error instanceof pg.DatabaseError)) {
    if (isConnecting) return new DatabaseUnavailable(`no connection (${messageOf(error)})`, { cause: error })
    return error instanceof ConnectionLost
      ? new DatabaseUnavailable('the connection was lost', { cause: error })
      : error
  }
  const { code = '' } = error
  // a transaction that was begun for reading alone has no business to write
  if (code === readOnly && !isReading) return new DatabaseUnavailable('the server only reads', { cause: error })
  const reason = passing.find(([start]) => code.startsWith(start))?.[1]
  if (reason) return new DatabaseUnavailable(reason, { cause: error })
  return isConnecting ? new DatabaseUnavailable(`no connection (${messageOf(error)})`, { cause: error }) : error
}

/** Whether a connection can be used no longer after this. */
export const isOver = (error: unknown): boolean =>
  error instanceof pg.DatabaseError
    ? /^(08|57P0[1-5]|25P03|XX)/.test(error.code ?? '')
    : error instanceof ConnectionLost

/** Of a host with several addresses, each may have refused in a way of its own. */
export const messageOf = (error: Error): string =>
  error instanceof AggregateError ? error.errors.map((one: Error) => one.message).join(', ') : error.message

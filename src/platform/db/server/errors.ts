import pg from 'pg'
import { DatabaseUnavailable } from '../unavailable.ts'

const readOnly = '25006'
const noRoom = '53300'

/** Temporary errors, by SQLSTATE class or code. */
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

export const hasNoRoom = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === noRoom

export const refusesWrites = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === readOnly

export class ConnectionLost extends Error {
  constructor(cause: unknown) {
    super('The connection was lost', { cause })
  }
}

/** Distinguishes errors of the server from lost connections. */
export const fromLibrary = (error: Error): Error =>
  error instanceof pg.DatabaseError ? error : new ConnectionLost(error)

/** Converts temporary errors to {@link DatabaseUnavailable}; others stay as they are. */
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
  // read-only transactions must not write, so there it's a bug
  if (code === readOnly && !isReading) return new DatabaseUnavailable('the server only reads', { cause: error })
  const reason = passing.find(([start]) => code.startsWith(start))?.[1]
  if (reason) return new DatabaseUnavailable(reason, { cause: error })
  return isConnecting ? new DatabaseUnavailable(`no connection (${messageOf(error)})`, { cause: error }) : error
}

export const isOver = (error: unknown): boolean =>
  error instanceof pg.DatabaseError
    ? /^(08|57P0[1-5]|25P03|XX)/.test(error.code ?? '')
    : error instanceof ConnectionLost

/** An AggregateError has one error for each address of a host. */
export const messageOf = (error: Error): string =>
  error instanceof AggregateError ? error.errors.map((one: Error) => one.message).join(', ') : error.message

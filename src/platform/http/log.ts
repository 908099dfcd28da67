import type { Config } from '#platform/config'
import type { Route } from '#platform/serve'

type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** A request that was answered. */
interface Answered {
  method: string
  status: number
  /** How long the answer took, in milliseconds. */
  ms: number
  /** Absent where no endpoint was found, and for pages. */
  route?: Pick<Route, 'direct' | 'quiet'> | undefined
}

/**
 * How much a request's line matters. What failed in here is an error and what was slow a warning; what only looked
 * (polls, other GETs, signs of life) is for whoever looks for something. A poll takes as long as nothing happens.
 */
export function levelOf({ method, status, ms, route }: Answered, slowMs: number): LogLevel {
  if (status >= 500) return 'error'
  if (slowMs > 0 && ms >= slowMs && !route?.direct) return 'warn'
  if (status >= 400) return 'info'
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS' || route?.quiet ? 'debug' : 'info'
}

const order: readonly Config['logLevel'][] = ['debug', 'info', 'warn', 'error', 'silent']

/** Whether lines of a level are written. */
export const isWritten = ({ logLevel }: Pick<Config, 'logLevel'>, level: LogLevel): boolean =>
  order.indexOf(level) >= order.indexOf(logLevel)

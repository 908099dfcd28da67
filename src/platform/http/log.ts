import type { FastifyReply, FastifyRequest } from 'fastify'
import pino from 'pino'
import type { Config } from '#platform/config'
import { prefix } from './call.ts'

type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** A request that was answered. */
interface Answered {
  method: string
  status: number
  /** How long the answer took, in milliseconds. */
  ms: number
  /** What the endpoint says of itself; absent where none was found, and for pages. */
  waits?: boolean | undefined
  quiet?: boolean | undefined
  /** Too many had come at once: thousands may be told so. */
  isTurnedAway?: boolean | undefined
}

/**
 * How much a request's line matters. What failed in here is an error and what was slow a warning; what only looked
 * (polls, other GETs, signs of life) is for whoever looks for something. A poll takes as long as nothing happens.
 */
export function levelOf({ method, status, ms, waits, quiet, isTurnedAway }: Answered, slowMs: number): LogLevel {
  if (isTurnedAway) return 'debug'
  if (status >= 500) return 'error'
  if (slowMs > 0 && ms >= slowMs && !waits) return 'warn'
  if (status >= 400) return 'info'
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS' || quiet ? 'debug' : 'info'
}

const order: readonly Config['logLevel'][] = ['debug', 'info', 'warn', 'error', 'silent']

/** Whether lines of a level are written. */
export const isWritten = ({ logLevel }: Pick<Config, 'logLevel'>, level: LogLevel): boolean =>
  order.indexOf(level) >= order.indexOf(logLevel)

/** At most one line per request, with the id that its answer bore. */
export const logRequests =
  (config: Config) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { method, call } = request
    const status = reply.statusCode
    const ms = Math.round(reply.elapsedTime * 10) / 10
    const level = levelOf(
      {
        method,
        status,
        ms,
        waits: call?.route.endpoint.waits,
        quiet: call?.route.quiet,
        isTurnedAway: call?.isTurnedAway,
      },
      config.slowRequestMs,
    )
    // perf: most requests are quiet ones
    if (!isWritten(config, level)) return
    const who = { user: call?.viewerId, token: request.token?.id }
    request.log[level]({ method, path: loggedPath(request), status, ms, ...who }, 'request')
  }

/** An address may hold a key, the token of a file or somebody's mail address; its pattern never does. */
const loggedPath = ({ call, routeOptions }: FastifyRequest): string | undefined =>
  call ? prefix + call.route.endpoint.path : routeOptions.url

/** Where lines go: as the configuration says how much, and to standard error unless told otherwise. */
export const logger = ({ logLevel }: Config, log?: { write(line: string): void }) =>
  logLevel === 'silent'
    ? false
    : // perf: asynchronous, because a synchronous line costs as much as a small request
      { level: logLevel, stream: log ?? pino.destination({ fd: 2, sync: false }) }

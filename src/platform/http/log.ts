import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#platform/config'
import { isWritten, type LogLevel, logOn, shownPath } from '#platform/log'
import { prefix } from './call.ts'

interface Answered {
  method: string
  status: number
  ms: number
  /** From the endpoint's declaration; absent for pages and unknown paths. */
  waits?: boolean | undefined
  quiet?: boolean | undefined
  /** Rejected because too many arrived at once, possibly thousands. */
  isTurnedAway?: boolean | undefined
}

/** Server errors are errors, slow requests warnings, reads (polls, GETs, heartbeats) debug. Polls are never slow. */
export function levelOf({ method, status, ms, waits, quiet, isTurnedAway }: Answered, slowMs: number): LogLevel {
  if (isTurnedAway) return 'debug'
  if (status >= 500) return 'error'
  if (slowMs > 0 && ms >= slowMs && !waits) return 'warn'
  if (status >= 400) return 'info'
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS' || quiet ? 'debug' : 'info'
}

/** Writes at most one line per request, with the request ID that was sent in the answer. */
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
    const who = { address: request.callerAddress, user: call?.viewerId, token: request.token?.id }
    logOn(request.log).event('request', { method, path: loggedPath(request), status, ms, ...who }, { level })
  }

/** The route's pattern: the URL itself may hold a key, a file's token, or an email address. */
const loggedPath = ({ call, routeOptions, originalUrl }: FastifyRequest): string =>
  call ? prefix + call.route.endpoint.path : (routeOptions.url ?? shownPath(originalUrl))

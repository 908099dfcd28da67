import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https'
import fastify, { type FastifyInstance, type FastifyReply, LogController, type RawServerDefault } from 'fastify'
import { notFound } from '#contract'
import { type Config, onReload } from '#platform/config'
import { loggerOptions, logOn } from '#platform/log'
import { expiryOf, followCertificate, handshakeTimeoutMs, readCertificate } from '#platform/tls'
import { answerError, type ErrorAnswers } from './answers.ts'
import { redirectToBasePath, withoutBasePath, withoutTrailingSlash } from './base-path.ts'
import { parseBodies } from './bodies.ts'
import { prefix } from './call.ts'
import { callerAddresses } from './caller-address.ts'
import type { DirectAnswers } from './direct.ts'
import { logRequests } from './log.ts'
import { endSilentConnections } from './silence.ts'
import { hasTwoHosts, malformed, refuseUnreadable } from './unreadable.ts'

/** A GET's query may list thousands of messages. */
const maxHeaderSize = 128 * 1024
const requestTimeout = 300_000
const keepAliveTimeout = 72_000

interface RouterOptions {
  readonly config: Config
  readonly bodyLimit: number
  readonly fileLimit: number
  readonly log: { write(line: string): void } | undefined
  /** The server's base path; empty if it has its own host. */
  readonly basePath: string
  readonly overTls: boolean
  readonly direct: DirectAnswers
  readonly errorText: ErrorAnswers['errorText']
  readonly isFull: ErrorAnswers['isFull']
  readonly silenceMs: number | undefined
}

/** perf: codecs check parameters, so the router doesn't need validators, or the libraries that compile them. */
const unused = () => {
  throw new Error('Routes have codecs, not schemas')
}
const withoutSchemas = { compilersFactory: { buildValidator: () => unused, buildSerializer: () => unused } }

const year = 31_536_000

/** No type sniffing; over HTTPS, also HSTS and no window handles for other sites. Over HTTP, browsers complain. */
const securityHeaders = (overTls: boolean): Readonly<Record<string, string>> => ({
  'x-content-type-options': 'nosniff',
  ...(overTls ? { 'cross-origin-opener-policy': 'same-origin', 'strict-transport-security': `max-age=${year}` } : {}),
})

/** Creates a server without routes: request parsing, errors, headers, and logging. */
export function createRouter(options: RouterOptions): FastifyInstance {
  const { config, basePath, overTls, bodyLimit, fileLimit, direct, errorText, isFull } = options
  const answers = { bodyLimit, errorText, isFull }
  const certificate = readCertificate(config)
  const app: FastifyInstance<RawServerDefault> = fastify({
    bodyLimit,
    genReqId: () => randomUUID(),
    logger: loggerOptions(config, options.log),
    // logRequests writes one line per request
    logController: new LogController({ disableRequestLogging: true }),
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    serverFactory: (handler) => {
      const settings = { maxHeaderSize, requestTimeout, keepAliveTimeout }
      const server = certificate
        ? createTlsServer({ ...settings, ...certificate, handshakeTimeout: handshakeTimeoutMs })
        : createServer(settings)
      endSilentConnections(server, options.silenceMs)
      return server.on('request', (request, response) => {
        // while closing, the router tells clients so
        const otherwise = () => handler(request, response)
        if (hasTwoHosts(request)) {
          request.socket.end(malformed)
          return
        }
        const elsewhere = redirectToBasePath(request.url ?? '', basePath)
        if (elsewhere !== undefined) {
          response.writeHead(308, { ...securityHeaders(overTls), location: elsewhere, 'content-length': 0 }).end()
          return
        }
        request.url = withoutBasePath(request.url ?? '', basePath)
        if (!server.listening || !direct(request, response, otherwise)) otherwise()
      })
    },
    schemaController: withoutSchemas,
    routerOptions: { maxParamLength: 2_000, caseSensitive: true },
    // compat: some clients write a second slash when their site ends with one
    rewriteUrl: ({ url = '/' }) => url.replace(/^\/+(?:(api)\/+(v1)\/+)?/, (_all, api) => (api ? `${prefix}/` : '/')),
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply as FastifyReply, answers),
    clientErrorHandler: refuseUnreadable,
  })
  if (certificate) {
    const unfollow = followCertificate(config, app.server as unknown as TlsServer, {
      renewed: (fresh) => logOn(app.log).event('certificate.reloaded', { validTo: expiryOf(fresh) }),
      unusable: (err) => logOn(app.log).event('certificate.unusable', { err }),
    })
    app.addHook('onClose', async () => unfollow())
  }
  const addressOf = callerAddresses(config.trustProxy)
  app.decorateRequest('callerAddress', {
    getter() {
      return addressOf(this.raw)
    },
  })
  if (config.trustProxy === 'on')
    logOn(app.log).event('notice', undefined, {
      text: '--trust-proxy on is deprecated: list your proxies instead, for example --trust-proxy loopback. It now trusts one proxy, with a loopback or private address.',
    })
  app.decorateRequest('allowance', undefined)
  app.decorateRequest('session', undefined)
  app.decorateRequest('token', undefined)
  app.decorateRequest('call', undefined)
  parseBodies(app, { fieldSize: bodyLimit, fileSize: fileLimit })

  app.setErrorHandler((error, request, reply) => answerError(error, request, reply, answers))
  app.setNotFoundHandler((request, reply) => {
    if (/^\/api(\/|$)/.test(request.url)) return answerError(notFound(), request, reply, answers)
    // compat: other servers end the URLs of invitations and other pages with a slash
    const page = withoutTrailingSlash(request.url, basePath)
    if (page !== undefined && (request.method === 'GET' || request.method === 'HEAD')) return reply.redirect(page, 308)
    return reply.code(404).type('text/plain').send('Not found')
  })
  const secure = securityHeaders(overTls)
  app.addHook('onRequest', async (_request, reply) => void reply.headers(secure))
  app.addHook('onResponse', async (request) => {
    request.call?.ended()
    if (request.uploadFolder) await rm(request.uploadFolder, { recursive: true, force: true })
  })
  app.addHook('onResponse', logRequests(config))
  const unsubscribe = onReload(config, () => {
    app.log.level = config.logLevel
  })
  app.addHook('onClose', async () => unsubscribe())
  return app as unknown as FastifyInstance
}

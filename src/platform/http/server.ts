import type { FastifyInstance } from 'fastify'
import { asUserId } from '#contract'
import { logOn } from '#platform/log'
import type { Runtime } from '#platform/runtime'
import { watchThreads } from '#platform/threads'
import type { Tracing } from '#platform/tracing'
import { Admission, identification } from './admission.ts'
import { callAgain } from './call-again.ts'
import { addCalls } from './calls.ts'
import { siteOf } from './context.ts'
import { Spending } from './cost-accounting.ts'
import { type ClientHeaders, isWebClient } from './credentials.ts'
import { type DirectAnswers, directAnswers } from './direct.ts'
import { addExchanges } from './exchanges.ts'
import { Gate } from './gate.ts'
import { type HandOver, handOver } from './handed-over.ts'
import { RateLimits } from './limits.ts'
import { addMetrics } from './metrics.ts'
import { addPages } from './pages.ts'
import { PlainPieces } from './pieced.ts'
import { PollSemaphore } from './poll-semaphore.ts'
import { createRouter } from './router.ts'
import { addSpans } from './spans.ts'
import { Untaken } from './untaken.ts'

const largeAnswers = { most: 3, maxPerKey: 2, longestWaitMs: 8_000 }

export interface HttpOptions {
  /** The process's first database, which has the directory of the others. */
  runtime: Runtime
  /** Maximum body size without files, in bytes; fits the longest text in every encoding. */
  bodyLimit?: number
  fileLimit?: number
  /** Registers pages outside the API; returns headers for answers to the web client. */
  pages?: (app: FastifyInstance, runtime: Runtime) => Promise<ClientHeaders>
  /** Traces requests, if wanted. */
  tracing?: Tracing | undefined
  /** For tests: checks every reply against its declaration. */
  checkReplies?: boolean
  /** For tests: replaces the configured cost accounting. */
  spending?: Spending
  /** For tests: replaces the limit on unread answers. */
  untaken?: Untaken
  /** For tests: overrides the limits of large answers. */
  gate?: Partial<typeof largeAnswers>
  /** For tests: replaces the limits of polls. */
  polls?: PollSemaphore
  /** For tests: the timeout of silent connections. */
  silenceMs?: number
  /** Receives the log as JSON lines; defaults to standard error. */
  log?: { write(line: string): void }
}

/** The server's own paths, and the API, which reports a move in its own way. */
const stays = /^\/(?:api|health|metrics|static)(?:[/?]|$)/

/** Redirects pages of an organization that has moved to another server. Call it before adding routes. */
function leadElsewhere(app: FastifyInstance, runtime: Runtime): void {
  const places = runtime.features.flatMap(({ elsewhere }) => elsewhere ?? [])
  app.addHook('onRequest', async ({ method, url, headers }, reply) => {
    if ((method !== 'GET' && method !== 'HEAD') || stays.test(url)) return
    const org = await runtime.organizationAt(headers.host ?? '')
    const address = org && places.map((elsewhere) => elsewhere(org)).find((one) => one !== null)
    // browsers keep the fragment; not cached, because an organization can come back
    if (address) return reply.header('cache-control', 'no-store').redirect(address + url, 307)
  })
}

export async function createHttp(
  options: HttpOptions,
): Promise<FastifyInstance & { limits: RateLimits; answerHanded: HandOver['answer'] }> {
  const { runtime, bodyLimit = 4 * 2 ** 20, checkReplies = false, log } = options
  const { untaken = new Untaken(), polls = new PollSemaphore() } = options
  const { config, features } = runtime
  const { fileLimit = config.maxFileUploadMib * 2 ** 20 } = options
  const limits = new RateLimits(config, runtime.now)
  // until the routes are added
  let answers: DirectAnswers = () => false
  const direct: DirectAnswers = (...asked) => answers(...asked) || over.handsOver(...asked)
  const errorText = features.find((feature) => feature.errorText)?.errorText
  const app = createRouter({
    config,
    ...siteOf(runtime),
    bodyLimit,
    fileLimit,
    log,
    direct,
    errorText,
    isFull: () => runtime.db.isFull(),
    silenceMs: options.silenceMs,
  })
  for (const one of runtime.registry.all) one.log = logOn(app.log)
  addSpans(app, options.tracing)
  const { counter, limited, watchGate } = addMetrics(app, runtime)
  const spending = options.spending ?? countSpending(runtime, limited)
  const unwatch = watchThreads((queueKey, ms) => {
    // queues of the organization's own work have no user
    const user = Number(queueKey.split('/', 2)[1])
    if (user > 0) spending.spentElsewhere(asUserId(user), ms)
  })
  app.addHook('onClose', async () => unwatch())

  const routes = features.flatMap((feature) => feature.routes ?? [])
  const pages = features.flatMap((feature) => feature.pages ?? [])
  const exchanges = features.flatMap((feature) => feature.exchanges ?? [])
  const identify = identification(features)
  const admission = new Admission(runtime, limits, spending, untaken, identify)
  leadElsewhere(app, runtime)
  const gate = new Gate({
    ...largeAnswers,
    ...options.gate,
    turnedAway: () => runtime.log.event('clients.turned_away'),
  })
  watchGate(gate)
  addCalls(app, routes, { runtime, admission, limits, gate, polls, untaken, bodyLimit, fileLimit, checkReplies })
  for (const one of runtime.registry.all) one.callAgain = callAgain(one, routes, limits)
  addPages(app, pages, { runtime, admission, limits })
  addExchanges(app, exchanges, { runtime, admission, limits })
  const over = handOver({ app, runtime, routes, exchanges })
  const clientHeaders = (await options.pages?.(app, runtime)) ?? []
  app.addHook('onSend', async ({ headers, call }, reply, payload) => {
    const bytes =
      typeof payload === 'string' || Buffer.isBuffer(payload)
        ? payload.length
        : payload instanceof PlainPieces
          ? payload.held
          : 0
    if (call) untaken.toSend(call.costAccount.queueKey, bytes, reply.raw)
    if (isWebClient(headers)) for (const [name, value] of clientHeaders) reply.header(name, value)
  })
  const parts = { runtime, routes, limits, identify, counter, checkReplies, clientHeaders, untaken, polls }
  // traced requests all take the usual way
  if (!options.tracing) answers = directAnswers(parts)
  return Object.assign(app, { limits, answerHanded: over.answer })
}

const countSpending = ({ config, log }: Runtime, limited: () => void): Spending =>
  new Spending({
    budgetMs: () => config.userWorkSecondsPerMinute * 1000,
    refused(user, endpoint, spentMs, first) {
      limited()
      if (first) log.event('user.limited', { user, endpoint, seconds: Math.round(spentMs / 100) / 10 })
    },
  })

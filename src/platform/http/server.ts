import type { FastifyInstance } from 'fastify'
import { asUserId } from '#contract'
import type { Runtime } from '#platform/runtime'
import { watchThreads } from '#platform/threads'
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
import { leadElsewhere } from './moved.ts'
import { addPages } from './pages.ts'
import { PlainPieces } from './pieced.ts'
import { PollSemaphore } from './poll-semaphore.ts'
import { createRouter } from './router.ts'
import { Untaken } from './untaken.ts'

/** How many of those answers are made at once that may have megabytes, and how long one waits for that. */
const largeAnswers = { most: 3, maxPerKey: 2, longestWaitMs: 8_000 }

export interface HttpOptions {
  /** The first database of the process, by which the others are found. */
  runtime: Runtime
  /** Largest body without files, in bytes: a text of the greatest length in every encoding. */
  bodyLimit?: number
  /** Largest uploaded file in bytes; the default is what the configuration says. */
  fileLimit?: number
  /** Pages beside the API: registered on the same server. Tells what else answers to the web client bear. */
  pages?: (app: FastifyInstance, runtime: Runtime) => Promise<ClientHeaders>
  /** Checks every reply against its declaration: for tests. */
  checkReplies?: boolean
  /** Counts what people spend, instead of one that the configuration makes: for tests. */
  spending?: Spending
  /** Counts the answers on their way: likewise. */
  untaken?: Untaken
  /** How many answers that may have megabytes are made at once, and how long one waits for that: likewise. */
  gate?: Partial<typeof largeAnswers>
  /** How many polls are answered at once: likewise. */
  polls?: PollSemaphore
  /** After which time a silent connection is ended: likewise. */
  silenceMs?: number
  /** Where the log goes, a JSON line at a time; the default is standard error. */
  log?: { write(line: string): void }
}

/** The HTTP side of the server: who asks, with what parameters, and the answer's envelope. */
export async function createHttp(
  options: HttpOptions,
): Promise<FastifyInstance & { limits: RateLimits; answerHanded: HandOver['answer'] }> {
  const { runtime, bodyLimit = 4 * 2 ** 20, checkReplies = false, log } = options
  const { untaken = new Untaken(), polls = new PollSemaphore() } = options
  const { config, features } = runtime
  const { fileLimit = config.maxFileUploadMib * 2 ** 20 } = options
  const limits = new RateLimits(config, runtime.now)
  // until there are routes
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
  const { counter, limited, watchGate } = addMetrics(app, runtime)
  const spending = options.spending ?? countSpending(app, runtime, limited)
  const unwatch = watchThreads((queueKey, ms) => {
    // an organization's own work has no user in its lane
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
    turnedAway: () => app.log.warn('too many clients are connecting at once; asking them to retry later'),
  })
  watchGate(gate)
  addCalls(app, routes, { runtime, admission, limits, gate, polls, bodyLimit, fileLimit, checkReplies })
  for (const one of runtime.registry.all) one.callAgain = callAgain(one, routes, limits, app.log)
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
  answers = directAnswers({
    runtime,
    routes,
    limits,
    identify,
    log: app.log,
    counter,
    checkReplies,
    clientHeaders,
    untaken,
    polls,
  })
  return Object.assign(app, { limits, answerHanded: over.answer })
}

/** What people spend; whoever is refused for it is in the metrics, and once in the log. */
const countSpending = (app: FastifyInstance, { config }: Runtime, limited: () => void): Spending =>
  new Spending({
    budgetMs: config.userWorkSecondsPerMinute * 1000,
    refused(user, endpoint, spentMs, first) {
      limited()
      if (first)
        app.log.warn(
          { user, endpoint, seconds: Math.round(spentMs / 100) / 10 },
          'user rate-limited: too much processing time',
        )
    },
  })

import type { FastifyReply, FastifyRequest } from 'fastify'
import { agentClient, type Endpoint, neededScope, noSuchOrganization, type UserId, unauthorized } from '#contract'
import type { CostAccount } from '#platform/db'
import type { Closing } from '#platform/events'
import { type Language, languageFor } from '#platform/languages'
import type { ActingAgent, Mutation } from '#platform/organization'
import type { Runtime } from '#platform/runtime'
import type { Context, RequestInfo, SignedIn, TokenInUse } from '#platform/serve'
import type { RequestTrace } from '#platform/tracing'
import type { Viewer } from '#platform/viewer'
import { networkOf } from './caller-address.ts'
import { Connection, EndingConnection } from './connection.ts'
import { cookiesOf, type Site } from './cookies.ts'
import { clientName, withoutAgent } from './credentials.ts'
import type { RateLimits } from './limits.ts'
import { formIn } from './pairs.ts'

export const siteOf = ({ rootUrl, basePath }: Pick<Runtime, 'rootUrl' | 'basePath'>): Site => ({
  overTls: rootUrl.startsWith('https:'),
  basePath,
})

/** At most 30 characters, without splitting one. */
const shortName = (client: string) => [...client.slice(0, 60)].slice(0, 30).join('').toWellFormed()

const nothing = Buffer.alloc(0)

/** The parts of a request that a context needs, for each way requests arrive. */
export type Incoming = Pick<FastifyRequest, 'id' | 'callerAddress' | 'uploads'> & {
  readonly headers: FastifyRequest['headers']
  readonly url: string
  readonly bodyBytes?: Buffer | undefined
  readonly session: SignedIn | undefined
  readonly token: TokenInUse | undefined
  readonly trace?: RequestTrace | undefined
}
export type Outgoing = Pick<FastifyReply, 'raw'>

export class RequestContext {
  readonly server: Runtime
  readonly client: string
  readonly request: RequestInfo
  readonly maybeOrg: Context['org'] | undefined
  readonly costAccount: CostAccount | undefined
  /** Set if the call is audited; writes the audit log entry within the mutation. */
  audit: ((mutation: Mutation) => Promise<void>) | undefined
  endpoint: Endpoint | undefined
  /** Set if the agent's call was approved; runs at the start of each mutation. */
  beginApproved: ((mutation: Mutation) => Promise<void>) | undefined
  /** Called when the request only waits from now on, to release its place. */
  waits: () => void = () => {}
  readonly #viewerId: UserId | undefined
  readonly #spectator: Viewer | undefined
  readonly #acceptedLanguages: string | undefined
  readonly #onlyChannels: Viewer['onlyChannels']
  readonly #trace: RequestTrace | undefined

  constructor(
    runtime: Runtime,
    org: Context['org'] | undefined,
    viewerId: UserId | undefined,
    request: Incoming,
    reply: Outgoing,
    client: string | undefined,
    limits: RateLimits,
    spectator?: Viewer,
    costAccount?: CostAccount,
  ) {
    this.costAccount = costAccount
    this.server = org ? runtime.registry.runtimeOf(org) : runtime
    this.maybeOrg = org
    this.#viewerId = viewerId
    this.#spectator = spectator
    this.#acceptedLanguages = request.headers['accept-language']
    this.#onlyChannels = request.token?.onlyChannels
    this.#trace = request.trace
    this.client = request.token
      ? agentClient(request.token.name)
      : withoutAgent((client && shortName(client)) || clientName(request.headers['user-agent']))
    this.request = new Request(this, request, reply, limits, org?.id, siteOf(runtime))
  }

  get org(): Context['org'] {
    if (!this.maybeOrg) throw noSuchOrganization()
    return this.maybeOrg
  }

  get viewer() {
    const viewer = this.maybeViewer
    if (!viewer) throw unauthorized()
    return viewer
  }

  get viewerId() {
    return this.#viewerId
  }

  get maybeViewer() {
    if (this.#viewerId === undefined) return this.#spectator
    const viewer = this.org.viewer(this.#viewerId)
    return viewer && this.#onlyChannels ? { ...viewer, onlyChannels: this.#onlyChannels } : viewer
  }

  get language(): Language {
    return languageFor(this.maybeViewer, this.#acceptedLanguages, this.maybeOrg)
  }

  read: Context['read'] = (work) =>
    this.#part('database read', () => this.server.db.read(work, undefined, this.costAccount))
  readAnywhere: Context['readAnywhere'] = (work) =>
    this.#part('database read', () => this.org.readAnywhere(work, this.costAccount))
  readOnce: Context['readOnce'] = (work) =>
    this.#part('database read', () => this.org.readAnywhere(work, this.costAccount, { isOne: true }))
  transact: Context['transact'] = (work, options) => {
    const { audit } = this
    const { token } = this.request
    const onlyChannels = this.#onlyChannels
    const whole: typeof work =
      audit || token
        ? async (mutation) => {
            mutation.onlyChannels = onlyChannels
            if (token) mutation.agent = this.#agent(token)
            await this.beginApproved?.(mutation)
            const result = await work(mutation)
            if (token && mutation.hasWritten) await this.#recordAgentChange(mutation)
            await audit?.(mutation)
            return result
          }
        : work
    return this.#part('database write', () =>
      this.org.transact(this.#viewerId ?? null, whole, this.costAccount, options),
    )
  }

  #part<T>(name: string, work: () => Promise<T>): Promise<T> {
    return this.#trace ? this.#trace.part(name, work) : work()
  }

  #agent({ id, name, scopes }: TokenInUse): ActingAgent {
    const isApproved = this.beginApproved !== undefined
    return { tokenId: id, name, scopes, requestId: this.request.id, deeds: [], isApproved }
  }

  async #recordAgentChange(mutation: Mutation): Promise<void> {
    const { endpoint } = this
    if (!endpoint || neededScope(endpoint) === 'read') return
    await this.server.features.find(({ agentChanged }) => agentChanged)?.agentChanged?.(mutation, endpoint)
  }

  get: Context['get'] = (cache) => this.org.get(cache)
  fetch: Context['fetch'] = (cache, key) => this.org.fetch(cache, key, undefined, this.costAccount)
}

class Request implements RequestInfo {
  readonly #context: RequestContext
  readonly #request: Incoming
  readonly #limits: RateLimits
  readonly #orgId: number | undefined
  readonly #site: Site
  #form: ReadonlyMap<string, string> | undefined
  readonly closed: Closing

  constructor(
    context: RequestContext,
    request: Incoming,
    reply: Outgoing,
    limits: RateLimits,
    orgId: number | undefined,
    site: Site,
  ) {
    this.#context = context
    this.#request = request
    this.#limits = limits
    this.#orgId = orgId
    this.#site = site
    const known = request.session ?? request.token
    this.closed = known ? new EndingConnection(reply.raw, known) : new Connection(reply.raw)
  }

  waits() {
    this.#context.waits()
  }

  get session() {
    return this.#request.session
  }

  get token() {
    return this.#request.token
  }

  get id() {
    return this.#request.id
  }

  get address() {
    return this.#request.callerAddress
  }

  get network() {
    return networkOf(this.address)
  }

  get userAgent() {
    return this.#request.headers['user-agent'] ?? ''
  }

  get url() {
    return this.#request.url
  }

  get body() {
    return this.#request.bodyBytes ?? nothing
  }

  get form() {
    this.#form ??= formIn(this.body, this.header('content-type'))
    return this.#form
  }

  header(name: string) {
    const value = this.#request.headers[name]
    return typeof value === 'string' ? value : ''
  }

  get files() {
    return this.#request.uploads
  }

  get cookies() {
    return cookiesOf(this.#request.headers.cookie, this.#site)
  }

  warn(text: string) {
    this.#context.server.log.event('request.warning', {}, { reqId: this.id, text })
  }

  log: RequestInfo['log'] = (name, fields) => {
    this.#context.server.log.event(name, { address: this.address, ...fields }, { reqId: this.id })
  }

  tryCode(account: string, check: () => Promise<boolean>) {
    return this.#limits.trySecret(`${this.#orgId} code ${account}`, check)
  }

  tryFromHere(what: string, check: () => Promise<boolean>) {
    return this.#limits.trySecret(`${this.#orgId} ${this.network} ${what}`, check)
  }

  tryPassword(account: string, isKnown: () => Promise<boolean>, check: () => Promise<boolean>) {
    return this.#limits.tryPassword({ account: `${this.#orgId}/${account}`, address: this.address, isKnown }, check)
  }

  tryOwnPassword(account: string, check: () => Promise<boolean>) {
    const isKnown = async () => false
    const attempt = { account: `${this.#orgId}/${account}`, address: this.address, isKnown, isSignedIn: true }
    return this.#limits.tryPassword(attempt, check)
  }

  knowCaller(account: string) {
    this.#limits.knowCaller(`${this.#orgId}/${account}`, this.address)
  }
}

import assert from 'node:assert/strict'
import {
  ApiError,
  type ApiErrorKind,
  type ChannelId,
  type Endpoint,
  type MessageId,
  type ParamsInput,
  type ResultOf,
  type Shape,
  type UserId,
  type WireEvent,
} from '#contract'
import type { Organization } from '#platform/organization'
import { allCapabilities } from '../../client/capabilities.ts'
import { LoquatClient } from '../../client/index.ts'
import { Session } from '../../client/session.ts'
import { sendMessage } from '../../src/features/messages/messages/api/send.ts'
import type { Account } from '../../src/features/people/users/account.ts'
import type { TestServer } from './server.ts'

/** A topic in a channel, which is given by its ID or name. */
interface Topic {
  channel: ChannelId | number | string
  topic: string
}

/** A person, bot, or account, or its ID. */
type Recipient = Pick<Person, 'id'> | number

const idOf = (recipient: Recipient): number => (typeof recipient === 'number' ? recipient : recipient.id)

/** A user who calls the API over HTTP like a client. */
export class Person {
  readonly id: UserId
  readonly name: string
  readonly email: string
  readonly apiKey: string
  readonly org: Organization
  readonly server: TestServer
  readonly client: LoquatClient

  constructor(server: TestServer, org: Organization, subdomain: string, account: Account) {
    this.id = account.id
    this.name = account.fullName
    this.email = account.deliveryEmail
    this.apiKey = account.apiKey
    this.org = org
    this.server = server
    this.client = new LoquatClient({ email: this.email, apiKey: this.apiKey, transport: server.transport(subdomain) })
  }

  call<P extends Shape, R extends Shape>(
    endpoint: Endpoint<P, R>,
    ...[params]: Record<never, never> extends ParamsInput<P> ? [ParamsInput<P>?] : [ParamsInput<P>]
  ): Promise<ResultOf<R> & { ignored_parameters_unsupported?: string[] }> {
    return this.client.call(endpoint, (params ?? {}) as ParamsInput<P>)
  }

  /** Sends a message to a topic, or directly to one or more people. Resolves to the message's ID. */
  async sends(content: string, to: Topic | Recipient | readonly Recipient[]): Promise<MessageId> {
    const where =
      typeof to === 'object' && 'channel' in to
        ? ({ type: 'channel', to: to.channel, topic: to.topic } as const)
        : ({ type: 'direct', to: [to].flat().map((one) => idOf(one as Recipient)) } as const)
    return (await this.call(sendMessage, { ...where, content })).id
  }

  /** Parameters as they travel, for what no declaration would let through. */
  send(method: string, path: string, params: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    const pairs = Object.entries(params).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ])
    return this.client.send(method, path, pairs)
  }

  /** Expects the endpoint to return that error; returns it for further checks. */
  async refused<P extends Shape>(
    endpoint: Endpoint<P, Shape>,
    params: ParamsInput<P>,
    kind?: ApiErrorKind,
  ): Promise<ApiError> {
    const error = await this.client.call(endpoint, params).then(
      () => assert.fail(`${endpoint.method} ${endpoint.path} was not refused`),
      (problem: unknown) => problem,
    )
    assert.ok(error instanceof ApiError, String(error))
    assert.ok(error.status < 500, error.message)
    if (kind) {
      assert.deepEqual([error.status, error.code], [kind.status, kind.code], error.message)
      const pattern = kind.message.replace(/[.*+?^$()[\]|\\]/g, '\\$&').replace(/\{\w+\}/g, '[^]*')
      assert.match(error.message, new RegExp(`^${pattern}$`))
    }
    return error
  }

  /** Expects an error from a request that no declaration would allow. */
  async refusedRaw(method: string, path: string, params: Record<string, unknown> = {}): Promise<ApiError> {
    const error = await this.send(method, path, params).then(
      () => assert.fail(`${method} ${path} was not refused`),
      (problem: unknown) => problem,
    )
    assert.ok(error instanceof ApiError, String(error))
    assert.ok(error.status < 500, error.message)
    return error
  }

  /** Registers a queue for these event types (for all, if none is named). */
  async register(...types: string[]): Promise<Watch> {
    return this.registerWith(types.length > 0 ? { event_types: types } : {})
  }

  async registerWith(params: Record<string, unknown>): Promise<Watch> {
    const parameters = {
      apply_markdown: true,
      slim_presence: true,
      include_subscribers: true,
      client_capabilities: allCapabilities,
      ...params,
    }
    const session = await Session.open({ client: this.client, parameters, userId: this.id })
    return new Watch(this, params, session)
  }
}

/** Permissions follow from settings and groups: a client without their events can't update these. */
const followingFromGroups = [
  'can_create_streams',
  'can_create_public_streams',
  'can_create_private_streams',
  'can_create_web_public_streams',
  'can_subscribe_other_users',
  'can_invite_others_to_realm',
]

/** A queue, its initial state, and the state after its events: a client's own {@link Session}, watched. */
export class Watch {
  readonly queueId: string
  readonly initial: Record<string, unknown>
  readonly events: WireEvent[] = []
  readonly #person: Person
  readonly #params: Record<string, unknown>
  readonly #session: Session

  constructor(person: Person, params: Record<string, unknown>, session: Session) {
    this.#person = person
    this.#params = params
    this.#session = session
    this.initial = { ...session.told }
    this.queueId = session.queueId
  }

  get lastEventId(): number {
    return this.#session.lastEventId
  }

  /** Fetches pending events; returns all events so far. */
  async drain(): Promise<WireEvent[]> {
    for (;;) {
      if ((await this.#poll(false)).length === 0) return this.events
    }
  }

  /** Waits until some event so far matches. */
  async until(fits: (event: WireEvent) => boolean): Promise<WireEvent> {
    for (;;) {
      const found = this.events.find(fits)
      if (found) return found
      await this.#poll(true)
    }
  }

  /** `type/op` of every event so far; for one type, just the ops. */
  async ops(): Promise<string[]> {
    const events = await this.drain()
    const types = this.#params.event_types as string[] | undefined
    return events.map(({ type, op }) => (types?.length === 1 ? (op ?? type) : op ? `${type}/${op}` : type))
  }

  /** Events of one type so far, without IDs. */
  async of(type: string, op?: string): Promise<Record<string, unknown>[]> {
    const events = await this.drain()
    return events
      .filter((event) => event.type === type && (op === undefined || event.op === op))
      .map(({ id: _, ...event }) => event)
  }

  async skip(): Promise<void> {
    await this.drain()
    Object.assign(this.initial, this.reduced())
    this.events.length = 0
  }

  /** The initial state with every event so far applied to it. */
  reduced(): Record<string, unknown> {
    return { ...this.#session.told }
  }

  /** Asserts that initial state plus events equals a fresh register response, except for keys that no event updates. */
  async agreesWithFreshRegister({ except = [] }: { except?: string[] } = {}): Promise<void> {
    await this.drain()
    const fresh = await this.#person.registerWith(this.#params)
    const { queue_id: _a, last_event_id: _b, server_timestamp: _e, ...built } = this.reduced()
    const { queue_id: _c, last_event_id: _d, server_timestamp: _f, ...expected } = fresh.initial
    const types = this.#params.event_types as string[] | undefined
    const partial = types && !(types.includes('realm') && types.includes('user_group'))
    for (const key of partial ? [...except, ...followingFromGroups] : except) {
      delete built[key]
      delete expected[key]
    }
    assert.deepEqual(built, expected)
    await fresh.close()
  }

  async close(): Promise<void> {
    await this.#session.close()
  }

  async #poll(wait: boolean): Promise<WireEvent[]> {
    const { events } = await this.#session.poll({ wait })
    this.events.push(...events)
    return events
  }
}

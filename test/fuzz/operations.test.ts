import { monitorEventLoopDelay } from 'node:perf_hooks'
import { unescape as decoded } from 'node:querystring'
import type { Endpoint } from '#contract'
import { botTypes, roles } from '#contract'
import {
  assert,
  chance,
  exploration,
  explorationPatience,
  type Person,
  startServer,
  TestOrganization,
  test,
} from '#test'
import { features } from '../../src/app.ts'
import { peopleCache } from '../../src/features/people/users/cache.ts'
import { makeChannel } from '../harness/channel.ts'
import { raw } from '../harness/files.ts'
import { Chance } from './chance.ts'
import { Known } from './known.ts'
import { brokenValues, type FuzzedRequest, requestOf, valuesFor } from './requests.ts'

/** Ends the round for everyone, or the account that a watch belongs to. */
const left = new Set(['DELETE /users/me', 'POST /export/realm'])
const endpoints = features
  .flatMap(({ routes = [] }) => routes.map(({ endpoint }) => endpoint as Endpoint))
  .filter(({ method, path }) => !left.has(`${method} ${path}`))

const log: string[] = []
/** One server per round, with the same IDs each time, so that a seed and a number reproduce it. */
const begin = () => startServer({ maxFileUploadMib: '1' }, { log: { write: (line) => void log.push(line) } })

/** Presence is fetched separately, and no event says that an older message is now the newest. */
const untold = ['presences', 'presence_last_update_id', 'max_message_id']

interface Slow {
  line: string
  ms: number
}

/** An organization in which every operation is tried, in a random order, by every kind of user. */
class Round {
  readonly #chance: Chance
  readonly #known = new Known()
  readonly #society: TestOrganization
  readonly #people: readonly (Person | undefined)[]
  readonly #slow: Slow[]
  readonly tried = new Map<string, number>()
  readonly failures: string[] = []

  private constructor(chance: Chance, society: TestOrganization, people: (Person | undefined)[], slow: Slow[]) {
    this.#chance = chance
    this.#society = society
    this.#people = people
    this.#slow = slow
  }

  static async begin(number: number, slow: Slow[]): Promise<Round> {
    const server = await begin()
    const society = await TestOrganization.found(server)
    const ada = society.owner
    const ben = await society.join('Ben')
    const gus = await society.join('Gus', roles.guest)
    const bot = await society.join('Robo', roles.member, { bot_type: botTypes.generic, bot_owner_id: ada.id })
    const hook = await society.join('Hook', roles.member, { bot_type: botTypes.incomingWebhook, bot_owner_id: ada.id })
    // users for the others to deactivate
    for (const name of ['Cleo', 'Dan']) await society.join(name)
    await makeChannel(society.org, 'garden', [ada, ben, gus, bot])
    const round = new Round(new Chance(chance(number)), society, [ada, ada, ben, gus, bot, hook, undefined], slow)
    for (let count = 0; count < 3; count++) await ben.sends(`hello ${count}`, { channel: 'garden', topic: 'plans' })
    return round
  }

  async run(): Promise<void> {
    const [ada, , ben, gus] = this.#people as Person[]
    const watches = await Promise.all([ada, ben, gus].map((person) => (person as Person).register()))
    this.#known.learn(watches[0]?.initial)
    const steps = endpoints.flatMap((endpoint) => [endpoint, endpoint])
    for (const endpoint of this.#chance.shuffled(steps)) await this.#try(endpoint)
    assert.deepEqual(this.failures, [])
    for (const watch of watches) {
      const fresh = await watch.agreesWithFreshRegister({ except: untold }).then(
        () => undefined,
        (error: unknown) => error,
      )
      // with a deactivated user or a closed queue, there is nothing to compare
      if (fresh && !/deactivated|Bad event queue|Invalid API key/.test(String(fresh))) throw fresh
    }
    const { db } = this.#society.server.runtime
    assert.equal(await db.answersWithin(30_000), true, 'the database answers')
    assert.equal(db.restarts, 0)
  }

  end(): Promise<void> {
    log.length = 0
    return this.#society.server.close()
  }

  async #try(endpoint: Endpoint): Promise<void> {
    const chance = this.#chance
    let values = new Map<string, unknown>()
    for (const sparseness of [0.5, 0.9, 0.8]) {
      chance.sparseness = sparseness
      values = valuesFor(chance, this.#known, endpoint)
      // fall back to the owner, who has every permission
      if (await this.#send(endpoint, values, sparseness === 0.5 ? chance.of(this.#people) : this.#people[0])) break
    }
    for (let times = 0; times < 2; times++)
      await this.#send(endpoint, brokenValues(chance, endpoint, values), chance.of(this.#people))
  }

  async #send(endpoint: Endpoint, values: Map<string, unknown>, by: Person | undefined): Promise<boolean> {
    const chance = this.#chance
    const hook = endpoint.caller === 'webhook'
    const person = hook ? this.#people[5] : by
    const account = person && this.#society.org.get(peopleCache).byId.get(person.id)
    const authorization =
      account && !hook
        ? `Basic ${Buffer.from(`${account.deliveryEmail}:${account.apiKey}`).toString('base64')}`
        : undefined
    const request = requestOf(chance, endpoint, values, account?.apiKey, authorization)
    const begun = performance.now()
    const logged = log.length
    const { status, body } = await raw(this.#society.server, this.#society.org, `/api/v1${request.path}`, request)
    const ms = performance.now() - begun
    const line = `${endpoint.method} ${endpoint.path}`
    this.tried.set(line, (this.tried.get(line) ?? 0) + (status === 200 ? 1 : 0))
    if (ms > 250) this.#slow.push({ line: `${line} ${shown(request)}`, ms })
    if (status >= 500)
      this.failures.push(`${line} as ${person?.name}: ${status}, ${shown(request)}\n${log.slice(logged).join('\n')}`)
    if (status === 200 && body[0] === 123) this.#known.learn(JSON.parse(body.toString()))
    return status === 200
  }
}

const shown = ({ path, body }: FuzzedRequest): string => {
  const text = decoded(`${path} ${body?.toString('latin1') ?? ''}`)
  return text.length > 1_500 ? `${text.slice(0, 1_500)}… (${text.length} characters)` : text
}

/** In the suite; exploration runs until its time is over. */
const rounds = 2

test("no broken request causes an internal error, and clients' states stay right", {
  timeout: explorationPatience,
}, async () => {
  const slow: Slow[] = []
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  const tried = new Map<string, number>()
  const run = async (number: number) => {
    const round = await Round.begin(number, slow)
    try {
      await round.run()
    } catch (error) {
      if (error instanceof Error) error.message = `round ${number} of seed ${exploration.seed}: ${error.message}`
      throw error
    } finally {
      await round.end()
    }
    for (const [line, count] of round.tried) tried.set(line, (tried.get(line) ?? 0) + count)
  }
  const until = Date.now() + exploration.seconds * 1000
  for (let number = 1; number <= rounds || Date.now() < until; number++) await run(number)
  assert.equal(tried.size, new Set(endpoints.map(({ method, path }) => `${method} ${path}`)).size)
  if (exploration.seconds === 0) return
  const never = [...tried].filter(([, count]) => count === 0).map(([line]) => line)
  console.log(`never answered with success: ${never.join(', ')}`)
  const ms = (nanoseconds: number) => `${(nanoseconds / 1e6).toFixed(0)} ms`
  console.log(`longest pause of the event loop: ${ms(delay.max)}, 99.9 %: ${ms(delay.percentile(99.9))}`)
  for (const one of slow.sort((a, b) => b.ms - a.ms).slice(0, 20)) console.log(`${one.ms.toFixed(0)} ms ${one.line}`)
})

import type { Endpoint } from '#contract'
import { botTypes, roles } from '#contract'
import { chance, type Person, TestOrganization, type TestServer } from '#test'
import { features } from '../../src/app.ts'
import { peopleCache } from '../../src/features/people/users/cache.ts'
import { Chance } from '../fuzz/chance.ts'
import { Known } from '../fuzz/known.ts'
import { requestOf, valuesFor } from '../fuzz/requests.ts'
import { makeChannel } from '../harness/channel.ts'
import { raw } from '../harness/files.ts'

/** Ends the organization, or someone's account. */
const left = new Set(['DELETE /users/me', 'POST /export/realm', 'POST /realm/deactivate'])
const endpoints = features
  .flatMap(({ routes = [] }) => routes.map(({ endpoint }) => endpoint as Endpoint))
  .filter(({ method, path, caller }) => method !== 'GET' && caller !== 'webhook' && !left.has(`${method} ${path}`))

/** An organization in which every endpoint has been called, in a random order. */
export class RandomOrganization {
  readonly society: TestOrganization
  readonly #people: readonly Person[]
  readonly #chance: Chance
  readonly #known = new Known()

  private constructor(society: TestOrganization, people: readonly Person[], chance: Chance) {
    this.society = society
    this.#people = people
    this.#chance = chance
  }

  static async found(server: TestServer, seed: number): Promise<RandomOrganization> {
    const society = await TestOrganization.found(server)
    const ada = society.owner
    const ben = await society.join('Ben')
    const gus = await society.join('Gus', roles.guest)
    const bot = await society.join('Robo', roles.member, { bot_type: botTypes.generic, bot_owner_id: ada.id })
    for (const name of ['Cleo', 'Dan']) await society.join(name)
    await makeChannel(society.org, 'garden', [ada, ben, gus, bot])
    await makeChannel(society.org, 'cellar', [ada, ben], { invite_only: true })
    const random = new RandomOrganization(society, [ada, ada, ben, gus, bot], new Chance(chance(seed)))
    random.#known.learn((await ada.register()).initial)
    for (let count = 0; count < 6; count++) {
      const to = count % 2 ? 'garden' : 'cellar'
      const content = `hello ${count} @**Ben** @**Ada|${ada.id}** #**garden>plans** :tada:`
      await ben.sends(content, { channel: to, topic: 'plans' })
      await gus.sends(`to Ben ${count}`, ben)
    }
    return random
  }

  async live(): Promise<void> {
    for (const endpoint of this.#chance.shuffled(endpoints))
      for (const sparseness of [0.5, 0.9]) {
        this.#chance.sparseness = sparseness
        const by = sparseness === 0.5 ? this.#chance.of(this.#people) : (this.#people[0] as Person)
        if (await this.#try(endpoint, by)) break
      }
  }

  async liveUntil(isOver: () => boolean): Promise<number> {
    let done = 0
    while (!isOver()) {
      this.#chance.sparseness = 0.6
      if (await this.#try(this.#chance.of(endpoints), this.#chance.of(this.#people))) done++
    }
    return done
  }

  async #try(endpoint: Endpoint, by: Person): Promise<boolean> {
    const { server, org } = this.society
    const account = org.get(peopleCache).byId.get(by.id)
    const authorization = account
      ? `Basic ${Buffer.from(`${account.deliveryEmail}:${account.apiKey}`).toString('base64')}`
      : undefined
    const values = valuesFor(this.#chance, this.#known, endpoint)
    const request = requestOf(this.#chance, endpoint, values, account?.apiKey, authorization)
    const { status, body } = await raw(server, org, `/api/v1${request.path}`, request)
    if (status === 200 && body[0] === 123) this.#known.learn(JSON.parse(body.toString()))
    return status === 200
  }
}

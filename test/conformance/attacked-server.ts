import { setTimeout as pause } from 'node:timers/promises'
import { vi } from 'vitest'
import { botTypes } from '#contract'
import { assert, RealServer } from '#test'
import { type Attacker, attacksOf, Gun } from '../peers/attacks.ts'
import { SilentServices } from '../peers/silent-services.ts'
import { connect, type PublicClient, success } from './client.ts'

const password = 'correct horse battery'

/** A real server with rate limits, which one member attacks while others use it normally. */
export class AttackedServer {
  readonly #server: RealServer
  readonly #silent: SilentServices
  readonly owner: PublicClient

  private constructor(server: RealServer, silent: SilentServices, owner: PublicClient) {
    this.#server = server
    this.#silent = silent
    this.owner = owner
  }

  static async start(): Promise<AttackedServer> {
    const server = await RealServer.prepare()
    // with the default rate limits
    server.environment.LOQUAT_RATE_LIMITS = 'on'
    // allow the test's push services on this machine
    server.environment.LOQUAT_OUTBOUND_ALLOW = '127.0.0.0/8'
    const { email } = await server.createOrganization()
    await server.start()
    const owner = await connect({ realm: server.url, username: email, password })
    return new AttackedServer(server, await SilentServices.start(20), owner)
  }

  get url(): string {
    return this.#server.url
  }

  dispose(): Promise<void> {
    this.#silent.close()
    return this.#server.dispose()
  }

  /** A member with a password, signed in with it. */
  async member(name: string): Promise<{ client: PublicClient; email: string; userId: number }> {
    const email = `${name.toLowerCase()}@society.example`
    const { user_id } = success(await this.owner.users.create({ email, password, full_name: name }))
    const client = await connect({ realm: this.url, username: email, password })
    return { client, email, userId: Number(user_id) }
  }

  /** One member runs every attack while others keep going through a round, which is repeated once more afterwards. */
  async duringAttacks(name: string, victim: string, round: () => Promise<void>): Promise<void> {
    const mallory = await this.member(name)
    const channel = `attacked by ${name}`
    success(await mallory.client.users.me.subscriptions.add({ subscriptions: JSON.stringify([{ name: channel }]) }))
    const short_name = `hook-${name.toLowerCase()}`
    const hook = success(
      await mallory.client.callEndpoint('/bots', 'POST', {
        full_name: `Hook of ${name}`,
        short_name,
        bot_type: botTypes.incomingWebhook,
      }),
    )
    const attacker: Attacker = {
      email: mallory.email,
      apiKey: mallory.client.config.apiKey,
      hookKey: String(hook.api_key),
      hookId: Number(hook.user_id),
      channel,
      victim,
      silent: this.#silent.addresses,
    }
    const { port } = this.#server
    const gun = new Gun(port, `127.0.0.1:${port}`, attacker)
    let isOver = false
    const statuses = new Map<string, number[]>()
    const attacking = (async () => {
      for (const attack of attacksOf(attacker)) {
        await gun.prepare(attack)
        statuses.set(attack.what, await gun.fire(attack))
      }
      // push services are called after the response
      await vi.waitFor(() => assert.ok(this.#silent.connections > 0, 'no push service was called'), {
        timeout: 60_000,
        interval: 20,
      })
    })().finally(() => {
      isOver = true
    })
    let rounds = 0
    try {
      while (!isOver) {
        await round()
        rounds++
        await pause(20)
      }
      await attacking
    } finally {
      // a failed round is reported first, and the attacks' result ignored
      attacking.catch(() => undefined)
      gun.close()
    }
    for (const [what, answers] of statuses)
      for (const status of answers) assert.ok(status < 500, `${what} was answered by ${status}`)
    assert.ok(rounds > 0)
    await round()
  }
}

import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'vitest'
import { botTypes } from '#contract'
import { projectRoot } from '#platform/config'
import { afterAll, assert, beforeAll, RealServer } from '#test'
import { type Attacker, attacksOf, Gun } from '../peers/attacks.ts'
import { connect, type PublicClient, success } from './client.ts'

let server: RealServer
let owner: PublicClient
let notes = 0

beforeAll(async () => {
  server = await RealServer.prepare()
  // as it comes, limits and all
  server.environment.LOQUAT_RATE_LIMITS = 'on'
  const { email } = await server.createOrganization()
  await server.start()
  owner = await connect({ realm: server.url, username: email, password: 'correct horse battery' })
})

afterAll(() => server.dispose())

/** Somebody with a password of one's own, who signs in with it. */
async function member(name: string): Promise<{ client: PublicClient; email: string; userId: number }> {
  const email = `${name.toLowerCase()}@society.example`
  const password = 'correct horse battery'
  const { user_id } = success(await owner.users.create({ email, password, full_name: name }))
  const client = await connect({ realm: server.url, username: email, password })
  return { client, email, userId: Number(user_id) }
}

/** What the client does all day; each answer is a success, and each event arrives. */
async function day(client: PublicClient, userId: number): Promise<void> {
  const { queue_id, last_event_id } = success(
    await client.queues.register({ event_types: ['message', 'reaction', 'update_message'] }),
  )
  const content = `note ${++notes}`
  const { id } = success(await client.messages.send({ to: JSON.stringify([userId]), type: 'private', content }))
  success(await client.reactions.add({ message_id: id, emoji_name: 'thumbs_up' }))
  success(await client.callEndpoint(`/messages/${id}`, 'PATCH', { content: `${content}, edited` }))
  success(await client.messages.flags.add({ messages: [id], flag: 'starred' }))
  success(await client.typing.send({ to: JSON.stringify([userId]), op: 'start' }))
  const narrow = [{ operator: 'is', operand: 'starred' }]
  const { messages } = success(
    await client.messages.retrieve({ anchor: 'newest', num_before: 5, num_after: 0, narrow }),
  )
  assert.ok((messages as { id: unknown }[]).some((message) => message.id === id))
  const heard = new Set<string>()
  for (let last = last_event_id; heard.size < 3; ) {
    const { events } = success(await client.events.retrieve({ queue_id, last_event_id: last }))
    for (const event of events as { type: string; id: number }[]) {
      heard.add(event.type)
      last = event.id
    }
  }
  success(await client.queues.deregister({ queue_id }))
}

/** Somebody tries everything there is, while others go about their day: over and over, and once more afterwards. */
async function duringAttacks(name: string, victim: string, round: () => Promise<void>): Promise<void> {
  const mallory = await member(name)
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
    channel,
    victim,
  }
  const gun = new Gun(server.port, `127.0.0.1:${server.port}`, attacker)
  let isOver = false
  const statuses = new Map<string, number[]>()
  const attacking = (async () => {
    for (const attack of attacksOf(attacker)) statuses.set(attack.what, await gun.fire(attack))
  })().finally(() => {
    isOver = true
  })
  let rounds = 0
  while (!isOver) {
    await round()
    rounds++
    await pause(20)
  }
  await attacking
  gun.close()
  for (const [what, answers] of statuses)
    for (const status of answers) assert.ok(status < 500, `${what} was answered by ${status}`)
  assert.ok(rounds > 0)
  await round()
}

test('a member attacks the server with everything, and the others have an ordinary day', async () => {
  const ben = await member('Ben')
  await duringAttacks('Mallory', ben.email, () => day(ben.client, ben.userId))
})

/** Where scripts/install-python-clients.sh puts them. */
const python = join(projectRoot, '.cache/python-clients/bin')

/** A program that does something for each line that it is given, and says when it is done. */
class Program {
  readonly #child: ChildProcess
  readonly #answers: AsyncIterator<string>

  constructor(command: string, ...args: string[]) {
    this.#child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
    this.#answers = createInterface({ input: this.#child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]()
  }

  async ask(line: object): Promise<void> {
    this.#child.stdin?.write(`${JSON.stringify(line)}\n`)
    const { done } = await this.#answers.next()
    assert.ok(!done, 'the program has ended')
  }

  /** Ends it: most end with their input, others need to be told. */
  async end(): Promise<void> {
    const gone = new Promise((resolve) => this.#child.once('exit', resolve))
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    this.#child.stdin?.end()
    const late = setTimeout(() => this.#child.kill('SIGKILL'), 2_000)
    await gone
    clearTimeout(late)
  }
}

test.skipIf(!existsSync(join(python, 'zulip-term')) || !existsSync(join(python, 'zulip-run-bot')))(
  'the Python library, its bots and the terminal client have one too (scripts/install-python-clients.sh)',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'loquat-clients-'))
    const account = async (email: string, key: string, more = '') => {
      const file = join(folder, `${email}.rc`)
      await writeFile(file, `[api]\nemail=${email}\nkey=${key}\nsite=${server.url}\n${more}`, { mode: 0o600 })
      return file
    }
    const cleo = await member('Cleo')
    const dora = await member('Dora')
    const bot = success(await owner.callEndpoint('/bots', 'POST', { full_name: 'Greeter', short_name: 'greeter' }))
    const { user_id: botId, email: botEmail } = success(await owner.callEndpoint(`/users/${bot.user_id}`, 'GET', {}))
      .user as { user_id: number; email: string }
    const send = (to: number, content: string) =>
      owner.messages.send({ to: JSON.stringify([to]), type: 'private', content }).then(success)
    /** Waits until somebody has answered the owner since a message. */
    const answered = async (from: number, since: number, text: string, patience: number) => {
      const narrow = [{ operator: 'dm', operand: [from] }]
      for (const until = Date.now() + patience; Date.now() < until; await pause(50)) {
        const around = { anchor: since, num_before: 0, num_after: 10, narrow, apply_markdown: false }
        const { messages } = success(await owner.messages.retrieve(around))
        const all = messages as { sender_id: number; content: string }[]
        if (all.some((one) => one.sender_id === from && one.content.includes(text))) return true
      }
      return false
    }
    await send(dora.userId, 'note 0')
    const library = new Program(
      join(python, 'python'),
      join(projectRoot, 'test/conformance/python/library.py'),
      await account(cleo.email, cleo.client.config.apiKey),
    )
    const terminal = new Program(
      join(python, 'python'),
      join(projectRoot, 'test/conformance/python/terminal.py'),
      join(python, 'zulip-term'),
      await account(dora.email, dora.client.config.apiKey, '\n[zterm]\nnotify=disabled\n'),
    )
    const greeter = new Program(
      join(python, 'zulip-run-bot'),
      'helloworld',
      '--config-file',
      await account(botEmail, String(bot.api_key)),
    )
    let round = 0
    const reading = async () => {
      const { id } = await send(dora.userId, `note ${++round}`)
      await terminal.ask({ see: `note ${round}`, to: 'Ada', reply: `answer ${round}` })
      assert.ok(await answered(dora.userId, Number(id), `answer ${round}`, 60_000))
    }
    const greeting = async () => {
      // it tells nobody when it begins to listen
      for (let tries = 0; tries < 20; tries++) {
        const { id } = await send(botId, 'hello')
        if (await answered(botId, Number(id), 'beep boop', 5_000)) return
      }
      assert.fail('the bot does not answer')
    }
    try {
      await terminal.ask({ see: 'note 0' })
      await greeting()
      await duringAttacks('Trudy', dora.email, async () => {
        await Promise.all([library.ask({}), reading(), greeting()])
      })
    } finally {
      await Promise.all([library, terminal, greeter].map((program) => program.end()))
      await rm(folder, { recursive: true, force: true })
    }
    assert.ok(round > 1)
  },
  480_000,
)

import { setTimeout as pause } from 'node:timers/promises'
import { assert, chance, freePort, RealServer } from '#test'
import type { Automation, AutomationRun } from '../../src/features/automations/automations/wire.ts'
import { type Account, Client } from './client.ts'
import { outage, patience } from './fixture.ts'
import { PostgresServer } from './postgres.ts'
import { StatementProxy } from './statement-proxy.ts'
import { together } from './writer-process.ts'

/** One process is killed in each round; 125 rounds are 1,000 runs. */
const rounds = Number(process.env.LOQUAT_CRASH_ROUNDS ?? 4)
const runsPerRound = 8

interface Message {
  readonly id: number
  readonly content: string
  readonly subject: string
  readonly reactions: readonly { readonly emoji_name: string }[]
}

class Process {
  readonly server: RealServer
  readonly proxy: StatementProxy

  private constructor(server: RealServer, proxy: StatementProxy) {
    this.server = server
    this.proxy = proxy
  }

  static async prepare(postgres: PostgresServer): Promise<Process> {
    const proxy = await StatementProxy.start(await freePort(), postgres.port)
    const server = await RealServer.prepare({ isPlain: true })
    Object.assign(server.environment, {
      LOQUAT_DATABASE_URL: postgres.url('chat', 'chat', proxy.port),
      LOQUAT_LOG_LEVEL: process.env.LOQUAT_LOG_LEVEL ?? 'silent',
    })
    return new Process(server, proxy)
  }

  /** Kills the process before it runs its next statement after these, and starts it again. */
  async isKilledAfter(statements: number): Promise<void> {
    await this.proxy.stopAfter(statements)
    await this.server.end('SIGKILL')
    this.proxy.reset()
    await this.server.start()
  }

  async dispose(): Promise<void> {
    await this.server.dispose()
    await this.proxy.close()
  }
}

const linkedId = /\/near\/(\d+)/

/** A channel in which each question starts a run with every kind of step that has an effect. */
class Desk {
  readonly #client: Client
  readonly #path: string
  readonly #streamId: number
  readonly #stepCount: number
  #asked = 0

  private constructor(client: Client, { automation_id, steps }: Automation, streamId: number) {
    this.#client = client
    this.#path = `/automations/${automation_id}/runs`
    this.#stepCount = steps.length
    this.#streamId = streamId
  }

  static async open(client: Client, userId: number): Promise<Desk> {
    const ask = (method: string, path: string, params: Record<string, string>) => answered(client, method, path, params)
    for (const name of ['desk', 'log'])
      await ask('POST', '/users/me/subscriptions', { subscriptions: JSON.stringify([{ name }]) })
    const idOf = async (stream: string) => (await ask('GET', '/get_stream_id', { stream })).stream_id as number
    const [desk, log] = [await idOf('desk'), await idOf('log')]
    const group = await ask('POST', '/user_groups/create', { name: 'askers', description: '', members: '[]' })
    const group_id = group.group_id as number
    const steps = [
      { kind: 'react', emoji_name: 'octopus' },
      { kind: 'post', stream_id: null, text: 'noted {message.link}' },
      { kind: 'direct_message', user_ids: [userId], text: 'asked {message.link}' },
      { kind: 'add_to_group', group_id },
      { kind: 'post', stream_id: log, topic: 'questions', text: 'logged {message.link}' },
      { kind: 'remove_from_group', group_id },
      { kind: 'stop_unless', condition: { kind: 'words', words: ['question'] } },
      { kind: 'move', what: 'topic', stream_id: log },
      { kind: 'resolve' },
      { kind: 'post', stream_id: null, text: 'resolved {message.link}' },
    ]
    const { automation } = await ask('POST', '/automations', {
      name: 'Desk',
      trigger: JSON.stringify({ kind: 'message', stream_id: desk, words: ['question'] }),
      steps: JSON.stringify(steps),
    })
    return new Desk(client, automation as Automation, desk)
  }

  /** Posts questions, each in its own topic. A question that was stored without a response is posted twice. */
  async ask(count: number): Promise<void> {
    const posts = Array.from({ length: count }, () => {
      const number = this.#asked++
      return { type: 'stream', to: String(this.#streamId), topic: `topic ${number}`, content: `question ${number}` }
    })
    await Promise.all(posts.map((params) => answered(this.#client, 'POST', '/messages', params)))
  }

  /** Waits until no run is in progress. */
  async isDone(): Promise<void> {
    for (;;) {
      const runs = await this.#newestRuns()
      if (runs.every(({ state }) => state !== 'running')) return
      await pause(50)
    }
  }

  async check(): Promise<void> {
    for (const { state, outcomes } of await this.#newestRuns())
      assert.deepEqual([state, outcomes.length], ['done', this.#stepCount])
    const messages = await this.#messages()
    const questions = messages.filter(({ content }) => content.startsWith('question '))
    assert.ok(questions.length >= this.#asked)
    const effects = messages.flatMap(({ content }) => {
      const [effect] = content.split(' ')
      const [, id] = linkedId.exec(content) ?? []
      return id === undefined ? [] : [`${effect} ${id}`]
    })
    const expected = questions.flatMap(({ id }) =>
      ['noted', 'asked', 'logged', 'resolved'].map((effect) => `${effect} ${id}`),
    )
    assert.deepEqual(effects.sort(), expected.sort())
    for (const { reactions, subject } of questions) {
      assert.deepEqual(
        reactions.map(({ emoji_name }) => emoji_name),
        ['octopus'],
      )
      assert.match(subject, /^✔ /)
    }
  }

  async #newestRuns(): Promise<AutomationRun[]> {
    return (await answered(this.#client, 'GET', this.#path, { limit: '100' })).runs as AutomationRun[]
  }

  async #messages(): Promise<Message[]> {
    const found: Message[] = []
    let anchor = 'newest'
    for (;;) {
      const params = { anchor, num_before: '1000', num_after: '0', apply_markdown: 'false', include_anchor: 'false' }
      const page = (await answered(this.#client, 'GET', '/messages', params)) as unknown as {
        messages: Message[]
        found_oldest: boolean
      }
      found.push(...page.messages)
      if (page.found_oldest) return found
      anchor = String(page.messages[0]?.id)
    }
  }
}

/** Repeats a request until a process answers it. */
async function answered(
  client: Client,
  method: string,
  path: string,
  params: Record<string, string>,
): Promise<Record<string, unknown>> {
  for (;;) {
    const answer = await client.call(method, path, params).catch(() => undefined)
    if (answer?.status === 200) return answer.body
    assert.ok(answer === undefined || answer.status >= 500, JSON.stringify(answer))
    client.move()
    await pause(50)
  }
}

outage(
  'processes killed between any two statements of a run carry out each step once',
  async () => {
    const postgres = await PostgresServer.create()
    const processes = [await Process.prepare(postgres), await Process.prepare(postgres)] as const
    const servers = processes.map(({ server }) => server)
    try {
      const account: Account = await (servers[0] as RealServer).createOrganization()
      await Promise.all(servers.map((server) => server.start()))
      await together(servers)
      const desk = await Desk.open(new Client(servers, account), account.userId)
      await desk.ask(runsPerRound)
      await desk.isDone()
      const statements = processes.map(({ proxy }) => proxy.count)
      await desk.ask(runsPerRound)
      await desk.isDone()
      const perRound = processes.map(({ proxy }, index) => proxy.count - (statements[index] as number))
      const random = chance(1)
      for (let round = 0; round < rounds; round++) {
        // runs of the last hour count toward the limits
        await postgres.chat(`update automation_run set started_at = started_at - interval '2 hours'`)
        const index = Number(random() * ((perRound[0] as number) + (perRound[1] as number)) >= (perRound[0] as number))
        const killed = (processes[index] as Process).isKilledAfter(Math.floor(random() * (perRound[index] as number)))
        await desk.ask(runsPerRound)
        await Promise.race([killed, desk.isDone()])
        // a process that ran fewer statements than usual is killed now
        ;(processes[index] as Process).proxy.hurry()
        await killed
        await desk.isDone()
        await together(servers)
      }
      await desk.check()
    } finally {
      for (const process of processes) await process.dispose()
      await postgres.dispose()
    }
  },
  patience + rounds * 60_000,
)

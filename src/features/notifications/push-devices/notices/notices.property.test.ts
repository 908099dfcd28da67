import fc from 'fast-check'
import type { Person } from '#test'
import {
  afterAll,
  assert,
  beforeAll,
  explorationPatience,
  holds,
  startServer,
  TestOrganization,
  type TestServer,
  test,
} from '#test'
import { PushApp } from '../../../../../test/peers/push-app.ts'
import { PushRelay } from '../../../../../test/peers/push-relay.ts'
import * as api from '../api.ts'

let relay: PushRelay
let server: TestServer
beforeAll(async () => {
  relay = await PushRelay.start()
  server = await startServer(relay.flags)
})
afterAll(async () => {
  await server.close()
  await relay.close()
})

type Step =
  | { kind: 'send' | 'readAll' | 'turn' | 'crash' | 'recover' }
  | { kind: 'read' | 'delete'; message: number }
  | { kind: 'turnWhileReading'; message: number }
  | { kind: 'fail'; how: 'refuses' | 'hangs up' | 'loses answers' }
  | { kind: 'wait'; secs: number }

const message = fc.nat(20)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Step>({ kind: 'send' }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('read', 'delete'), message }) as fc.Arbitrary<Step> },
  { weight: 4, arbitrary: fc.constantFrom<Step>({ kind: 'turn' }, { kind: 'recover' }, { kind: 'crash' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: 'readAll' }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('turnWhileReading' as const), message }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('fail' as const),
      how: fc.constantFrom('refuses' as const, 'hangs up' as const, 'loses answers' as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait' as const), secs: fc.constantFrom(1, 4, 30, 120) }) },
)

const failures: Record<string, PushRelay['interfere']> = {
  refuses: (_asked, response) => {
    response.writeHead(503).end()
    return true
  },
  'hangs up': (_asked, response) => !response.socket?.destroy() || true,
  'loses answers': (asked, response) => relay.loseAnswers(asked, response),
}

const turn = () => server.runtime.timer.wake().catch(() => {})

function shownBy(app: PushApp): number[] {
  const shown = new Set<number>()
  for (const { type, message_id, message_ids } of app.received())
    if (type === 'message') shown.add(message_id as number)
    else for (const id of message_ids as number[]) shown.delete(id)
  return [...shown].sort((a, b) => a - b)
}

class Chat {
  readonly ada: Person
  readonly ben: Person
  messages: { id: number; isUnread: boolean }[] = []

  constructor(ada: Person, ben: Person) {
    this.ada = ada
    this.ben = ben
  }

  async take(one: Step): Promise<void> {
    const chosen = 'message' in one ? this.messages[one.message % (this.messages.length || 1)] : undefined
    if (one.kind === 'send') {
      const params = { type: 'direct', to: [this.ben.id], content: 'Hello' }
      this.messages.push({ id: (await this.ada.send('POST', '/messages', params)).id as number, isUnread: true })
    } else if (one.kind === 'read' && chosen) await this.read(chosen)
    else if (one.kind === 'delete' && chosen) {
      await this.ada.send('DELETE', `/messages/${chosen.id}`)
      this.messages = this.messages.filter(({ id }) => id !== chosen.id)
    } else if (one.kind === 'readAll') {
      await this.ben.send('POST', '/mark_all_as_read')
      for (const each of this.messages) each.isUnread = false
    } else if (one.kind === 'turn') await turn()
    else if (one.kind === 'turnWhileReading' && chosen) {
      const { asked, release } = relay.hold()
      const under = turn()
      // there may be nothing to send
      await Promise.race([asked, under])
      await this.read(chosen)
      relay.interfere = undefined
      release()
      await under
    } else if (one.kind === 'fail') relay.interfere = failures[one.how]
    else if (one.kind === 'recover') relay.interfere = undefined
    else if (one.kind === 'wait') server.clock.advance(one.secs * 1000)
    else if (one.kind === 'crash') await this.crash()
  }

  async read(chosen: { id: number; isUnread: boolean }): Promise<void> {
    await this.ben.send('POST', '/messages/flags', { messages: [chosen.id], op: 'add', flag: 'read' })
    chosen.isUnread = false
  }

  async crash(): Promise<void> {
    const now = server.clock.now()
    await this.ben.org.transact(null, ({ tx }) =>
      tx
        .updateTable('push_notice')
        .set(({ eb }) => ({ attempts: eb('attempts', '+', 1), due_at: new Date(now.getTime() + 60_000) }))
        .where('due_at', '<=', now)
        .execute(),
    )
  }
}

test(
  'after random events and failures, a phone shows exactly the unread messages',
  async () => {
    const society = await TestOrganization.found(server)
    const { owner: ada } = society
    const ben = await society.join('Ben')
    const app = new PushApp(relay)
    const { device_id } = await ben.call(api.registerClientDevice)
    await ben.call(api.registerPush, { device_id, ...app.keyParams(), ...app.tokenParams() })
    await turn()
    await holds(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), async (steps) => {
        relay.interfere = undefined
        const chat = new Chat(ada, ben)
        await chat.take({ kind: 'readAll' })
        const before = new Set(shownBy(app))
        for (const one of steps) await chat.take(one)
        relay.interfere = undefined
        // longer than any retry delay, and then the removals
        for (let count = 0; count < 3; count++) {
          server.clock.advance(16 * 60_000)
          await turn()
        }
        const unread = chat.messages.filter(({ isUnread }) => isUnread).map(({ id }) => id)
        assert.deepEqual(
          shownBy(app).filter((id) => !before.has(id)),
          unread,
        )
        assert.ok(shownBy(app).every((id) => !before.has(id) || unread.includes(id)))
      }),
      { runs: 25 },
    )
  },
  explorationPatience,
)

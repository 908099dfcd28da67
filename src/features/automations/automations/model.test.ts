import fc from 'fast-check'
import type { ChannelId, MessageId } from '#contract'
import { assert, holds, type Person, test } from '#test'
import { joinChannel, leaveChannel, makeChannel } from '../../../../test/harness/channel.ts'
import { updateMessage } from '../../messages/messages/api/edit.ts'
import { addReaction, removeReaction } from '../../messages/messages/reactions/api.ts'
import { noon } from '../../messages/scheduled-messages/fixture.ts'
import * as api from './api.ts'
import { automate, botOf, onJoin, onMessage, onReaction, reply, runsOf, toPerson } from './fixture.ts'
import type { Automation } from './wire.ts'

/** Far enough apart that no run exceeds a limit per hour. */
const minutesBetween = 10

const kinds = ['word', 'topic', 'reaction', 'join', 'first_time'] as const
type Kind = (typeof kinds)[number]
const words = ['soup', 'Menu, please', 'nothing'] as const
const topics = ['lunch', 'dinner'] as const
const authors = ['ben', 'cleo', 'bot'] as const

const operation = fc.oneof(
  fc.record({
    kind: fc.constant('send' as const),
    by: fc.constantFrom(...authors),
    content: fc.constantFrom(...words),
    topic: fc.constantFrom(...topics),
  }),
  fc.record({
    kind: fc.constantFrom('react' as const, 'unreact' as const),
    by: fc.constantFrom(...authors),
    message: fc.nat(5),
  }),
  fc.record({ kind: fc.constant('edit' as const), message: fc.nat(5) }),
  fc.record({ kind: fc.constantFrom('join' as const, 'leave' as const) }),
  fc.record({ kind: fc.constantFrom('turn_on' as const, 'turn_off' as const), automation: fc.constantFrom(...kinds) }),
)
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never

interface Sent {
  readonly id: MessageId
  readonly by: (typeof authors)[number]
}

/** What the automations should do: each cause starts one run of each matching automation that's on. */
class Model {
  readonly #off = new Set<Kind>()
  readonly #causes = new Set<string>()
  readonly runs: string[] = []

  turn(kind: Kind, isOn: boolean): void {
    if (isOn) this.#off.delete(kind)
    else this.#off.add(kind)
  }

  send(id: MessageId, by: string, content: string, topic: string): void {
    if (by === 'bot') return
    if (/\bmenu\b/i.test(content)) this.#start('word', `message ${id}`, by)
    if (topic === 'dinner') this.#start('topic', `message ${id}`, by)
    this.#start('first_time', by, by)
  }

  react(id: MessageId, by: string): void {
    if (by !== 'bot') this.#start('reaction', `reaction ${id} ${by}`, by)
  }

  join(by: string): void {
    this.#start('join', by, by)
  }

  #start(kind: Kind, cause: string, by: string): void {
    const key = `${kind} ${cause}`
    if (this.#off.has(kind) || this.#causes.has(key)) return
    this.#causes.add(key)
    this.runs.push(`${kind} ${by}`)
  }
}

test.afterEach(({ server }) => server.clock.release())

test('automations run as often as a simple model predicts', async ({ ada, ben, cleo, server, society }) => {
  server.clock.set(new Date(noon * 1000))
  const bot = await botOf(ada, society.subdomain)
  const people: Record<string, Person> = { ben, cleo, bot }
  let round = 0
  const play = async (operations: readonly Operation[]) => {
    const lunch = await makeChannel(society.org, `lunch ${round++}`, [ada, ben, bot])
    const started = await startAll(ada, lunch)
    const model = new Model()
    const sent: Sent[] = []
    await joinChannel(society.org, lunch, cleo)
    model.join('cleo')
    let isBenSubscribed = true
    for (const operation of operations) {
      server.clock.advance(minutesBetween * 60_000)
      const at = 'message' in operation ? sent[operation.message] : undefined
      if (operation.kind === 'send') {
        const { by, content, topic } = operation
        const id = await (people[by] as Person).sends(content, { channel: lunch, topic })
        sent.push({ id, by })
        model.send(id, by, content, topic)
      } else if (operation.kind === 'react' && at) {
        const person = people[operation.by] as Person
        const hasReacted = await person.call(addReaction, { message_id: at.id, emoji_name: 'octopus' }).then(
          () => true,
          () => false,
        )
        if (hasReacted) model.react(at.id, operation.by)
      } else if (operation.kind === 'unreact' && at) {
        const person = people[operation.by] as Person
        await person.call(removeReaction, { message_id: at.id, emoji_name: 'octopus' }).catch(() => {})
      } else if (operation.kind === 'edit' && at) {
        await (people[at.by] as Person).call(updateMessage, { message_id: at.id, content: 'menu' }).catch(() => {})
      } else if (operation.kind === 'join' && !isBenSubscribed) {
        await joinChannel(society.org, lunch, ben)
        isBenSubscribed = true
        model.join('ben')
      } else if (operation.kind === 'leave' && isBenSubscribed) {
        await leaveChannel(society.org, lunch, ben)
        isBenSubscribed = false
      } else if (operation.kind === 'turn_on' || operation.kind === 'turn_off') {
        const isOn = operation.kind === 'turn_on'
        await turn(ada, started[operation.automation], isOn)
        model.turn(operation.automation, isOn)
      }
      await server.runtime.timer.wake()
    }
    assert.deepEqual((await runs(ada, started, { ben, cleo })).sort(), model.runs.sort())
    for (const automation of Object.values(started)) await remove(ada, automation)
  }
  await holds(fc.asyncProperty(fc.array(operation, { minLength: 10, maxLength: 25 }), play), { runs: 30 })
})

async function startAll(ada: Person, lunch: ChannelId): Promise<Record<Kind, Automation>> {
  const here = { stream_id: lunch }
  return {
    word: await automate(ada, { trigger: onMessage({ ...here, words: ['menu'] }), steps: [reply('Soup')] }),
    topic: await automate(ada, { trigger: onMessage({ ...here, topic: 'dinner' }), steps: [reply('Bread')] }),
    reaction: await automate(ada, { trigger: onReaction('octopus', lunch), steps: [reply('Squid')] }),
    join: await automate(ada, { trigger: onJoin(lunch), steps: [toPerson('Hi')] }),
    first_time: await automate(ada, {
      trigger: onMessage(here),
      conditions: [{ kind: 'first_time' }],
      steps: [toPerson('Hi')],
    }),
  }
}

async function turn(ada: Person, { automation_id }: Automation, is_enabled: boolean): Promise<void> {
  const { automations } = await ada.call(api.getAutomations)
  const { revision } = automations.find((found) => found.automation_id === automation_id) as Automation
  await ada.call(api.updateAutomation, { automation_id, expected_revision: revision, is_enabled })
}

const remove = (ada: Person, { automation_id }: Automation) => ada.call(api.deleteAutomation, { automation_id })

/** Each run as its automation and person; all of them have ended. */
async function runs(ada: Person, started: Record<Kind, Automation>, people: Record<string, Person>): Promise<string[]> {
  const found: string[] = []
  for (const kind of kinds)
    for (const { state, person_id } of await runsOf(ada, started[kind])) {
      assert.equal(state, 'done')
      const [name] = Object.entries(people).find(([, { id }]) => id === person_id) ?? []
      found.push(`${kind} ${name}`)
    }
  return found
}

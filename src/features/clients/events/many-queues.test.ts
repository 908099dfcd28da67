import fc from 'fast-check'
import { asUserId, type UserId } from '#contract'
import { Tail } from '#platform/events'
import type { Organization } from '#platform/organization'
import { Runtime } from '#platform/runtime'
import { assert, holds, startServer, TestOrganization, type TestServer, test } from '#test'
import { crowd } from '../../../../test/harness/crowd.ts'
import { draftsAdded } from '../../messages/drafts/api.ts'

const options = (name: string) => ({
  apply_markdown: true,
  client_gravatar: false,
  slim_presence: false,
  all_public_streams: false,
  narrow: [],
  client_capabilities: { [name]: true },
})
const request = { closed: { isClosed: false } }
const draft = (id: number) => ({ id, type: '' as const, to: [], topic: '', content: 'soup', timestamp: 0 })
const tell = (org: Organization, number: number, users: UserId[]) =>
  org.transact(null, async ({ emit }) => emit(draftsAdded, { drafts: [draft(number)] }, users))

interface Heard {
  readonly id: number
  readonly number: number | undefined
}

const heardIn = (events: Awaited<ReturnType<Organization['queues']['poll']>>): Heard[] =>
  events.map(({ text }) => {
    const event = JSON.parse(text) as { id: number; drafts?: { id: number }[] }
    return { id: event.id, number: event.drafts?.[0]?.id }
  })

function again({ runtime }: TestServer): Runtime {
  const { config, features, db } = runtime
  return new Runtime({ config, features, db, now: () => new Date() })
}

test('senders are answered before many recipients, who are answered in batches', async ({ society }) => {
  const { org } = society
  const ids = await crowd(society, 250)
  const queues = await Promise.all(ids.map((id) => org.queues.create(id, org.tail.end, 600, options('a'))))
  let answered = 0
  const polls = queues.map(async (id, index) => {
    const events = await org.queues.poll(id, ids[index] as UserId, -1, false, request)
    answered++
    return heardIn(events).map(({ number }) => number)
  })
  while (org.queues.waiting < ids.length) await new Promise(setImmediate)
  const before = org.queues.work
  await tell(org, 7, ids)
  assert.equal(answered, 0)
  assert.deepEqual(
    await Promise.all(polls),
    ids.map(() => [7]),
  )
  const { slices, eventsWritten } = org.queues.work
  assert.deepEqual([slices - before.slices, eventsWritten - before.eventsWritten], [3, 1])
})

test('clients that return after a restart are read together', async () => {
  const server = await startServer()
  const society = await TestOrganization.found(server)
  const ids = await crowd(society, 250)
  const { org } = society
  const queues = await Promise.all(ids.map((id) => org.queues.create(id, org.tail.end, 600, options('a'))))
  for (let number = 0; number < 20; number++) await tell(org, number, ids)
  const there = again(server)
  const { queues: back } = await there.organization(org.id)
  const before = server.runtime.db.statements
  const told = await Promise.all(queues.map((id, index) => back.poll(id, ids[index] as UserId, -1, true, request)))
  const expected = Array.from({ length: 20 }, (_, number) => number)
  for (const events of told) {
    const numbers = heardIn(events).map(({ number }) => number)
    assert.deepEqual(numbers, expected)
  }
  const { queueReads, logReads, eventsWritten } = back.work
  assert.deepEqual([queueReads, logReads, eventsWritten], [3, 1, 20])
  assert.ok(server.runtime.db.statements - before < 30, `${server.runtime.db.statements - before} statements`)
  await there.stop()
  await server.close()
})

/** Random steps: send an event, poll, or restart without a clean shutdown. */
const mutation = fc.oneof(
  { weight: 5, arbitrary: fc.record({ tell: fc.uniqueArray(fc.nat(5), { minLength: 1 }) }) },
  { weight: 6, arbitrary: fc.record({ ask: fc.nat(11), waits: fc.boolean(), isLost: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant('restart' as const) },
)

test('each queue gets its events in order and once, whatever happens in between', async () => {
  const server = await startServer()
  const society = await TestOrganization.found(server)
  const people = await crowd(society, 6)
  let number = 0
  await holds(
    fc.asyncProperty(fc.array(mutation, { maxLength: 60 }), fc.integer({ min: 1, max: 6 }), async (acts, kept) => {
      const small = async (runtime: Runtime) => {
        const org = await runtime.organization(society.org.id)
        org.tail = new Tail(org.tail.end, { entries: kept, characters: 1_000_000 })
        return { runtime, org }
      }
      let { runtime, org } = await small(again(server))
      const clients = await Promise.all(
        Array.from({ length: 12 }, async (_, index) => ({
          id: await org.queues.create(people[index % 6] as UserId, org.tail.end, 600, options(`${index % 3}`)),
          user: asUserId(people[index % 6] as UserId),
          last: -1,
          expected: [] as number[],
          heard: [] as number[],
          waiting: undefined as Promise<void> | undefined,
        })),
      )
      type Client = (typeof clients)[number]
      const ask = async (client: Client, waits: boolean, isLost: boolean) => {
        const events = await org.queues.poll(client.id, client.user, client.last, !waits, request)
        if (isLost) return
        for (const { id, number } of heardIn(events)) {
          if (id <= client.last) continue
          client.last = id
          if (number !== undefined) client.heard.push(number)
        }
      }
      for (const one of acts) {
        if (one === 'restart') {
          await runtime.release()
          await Promise.all(clients.map(({ waiting }) => waiting))
          ;({ runtime, org } = await small(again(server)))
        } else if ('tell' in one) {
          number++
          const users = one.tell.map((index) => people[index] as UserId)
          await tell(org, number, users)
          for (const { user, expected } of clients) if (users.includes(user)) expected.push(number)
        } else {
          const client = clients[one.ask] as Client
          if (client.waiting) continue
          const asking = ask(client, one.waits, one.isLost)
          client.waiting = asking.finally(() => {
            client.waiting = undefined
          })
          if (!one.waits) await asking
        }
      }
      await runtime.release()
      await Promise.all(clients.map(({ waiting }) => waiting))
      ;({ org } = await small(again(server)))
      for (const client of clients) {
        // a response is limited in size; poll until it's empty
        for (let before = -2; before !== client.last; ) {
          before = client.last
          await ask(client, false, false)
        }
        assert.deepEqual(client.heard, client.expected)
        await org.queues.remove(client.id, client.user)
      }
    }),
    { runs: 25 },
  )
  await server.close()
})

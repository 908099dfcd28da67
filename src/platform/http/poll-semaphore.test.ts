import { assert, startServer, TestOrganization, test } from '#test'
import { getEvents } from '../../features/clients/events/api.ts'
import { PollSemaphore } from './poll-semaphore.ts'

for (const [way, trustProxy] of [
  ['directly', 'off'],
  ['through a proxy', 'loopback'],
] as const) {
  test(`with one slot, all clients that come ${way} get what they wait for`, async () => {
    const server = await startServer({ trustProxy }, { polls: new PollSemaphore({ most: 1, maxPerKey: 1 }) })
    const society = await TestOrganization.found(server)
    const names = ['Ben', 'Cleo', 'Dora', 'Emil', 'Fay']
    const people = await Promise.all(names.map((name) => society.join(name)))
    const queues = await Promise.all(people.map((person) => person.register('message')))
    const ask = (last: number[], dont_block = false) =>
      Promise.all(
        people.map(async (person, index) => {
          const queue_id = queues[index]?.queueId as string
          const { events } = await person.call(getEvents, {
            queue_id,
            last_event_id: last[index] as number,
            dont_block,
          })
          return events.map(({ id }) => id)
        }),
      )
    const to = people.map(({ id }) => id)
    const nothing = people.map(() => -1)
    // waiting clients and rejected ones hold no place
    const waiting = ask(nothing)
    while (society.org.queues.waiting < people.length) await new Promise(setImmediate)
    const [ben] = people
    await ben?.refused(getEvents, { queue_id: 'none', last_event_id: -1 })
    await society.owner.sends('one', to)
    const told = await waiting
    for (const ids of told) assert.equal(ids.length, 1)
    await society.owner.sends('two', to)
    // all are behind at once, by what they have not said to have
    const behind = await ask(nothing, true)
    for (const [index, ids] of behind.entries()) assert.deepEqual([ids.length, ids[0]], [2, told[index]?.[0]])
    await server.close()
  })
}

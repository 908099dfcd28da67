import { setTimeout as pause } from 'node:timers/promises'
import { listen } from './live.ts'
import type { Place } from './main.ts'
import type { Row } from './row.ts'
import { people, seed } from './seed.ts'
import { ServerProcess } from './server.ts'

const count = 5_000

/** The cost of an idle queue. */
export async function benchQueues(place: Place): Promise<Row[]> {
  const seeded = await seed(place)
  const members = await people(seeded, 50, 'Client')
  await seeded.close()
  const { server } = await ServerProcess.start(place.serverArgs, { execArgv: ['--expose-gc'] })
  const clients: Awaited<ReturnType<typeof listen>>[] = []
  const polls: Promise<void>[] = []
  const add = async (wanted: number) => {
    for (let n = 0; n < wanted; n++) {
      const client = await listen(server.port, members[n % members.length]!)
      clients.push(client)
      polls.push(client.poll(() => {}))
    }
  }
  // the first hundred pay for what is loaded once
  await add(100)
  await pause(2_000)
  const before = server.memory()
  await add(count)
  await pause(5_000)
  const after = server.memory()
  for (const client of clients) client.stop()
  await server.stop()
  await Promise.all(polls)
  return [
    { what: `memory with ${count} more idle queues`, value: after, unit: 'MB' },
    { what: 'each', value: ((after - before) * 1024) / count, unit: 'KB', atMost: 30 },
  ]
}

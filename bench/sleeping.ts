import { rmSync } from 'node:fs'
import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { readConfig } from '#platform/config'
import { Database, openEmbedded, openServer } from '#platform/db'
import { Runtime } from '#platform/runtime'
import { features } from '../src/app.ts'
import { options } from '../src/command/options.ts'
import { foundedFully, foundTeams, teamAt } from './founding.ts'
import type { Place } from './main.ts'
import { percentile, type Row, spread } from './row.ts'
import { seed } from './seed.ts'
import { ServerProcess } from './server.ts'

const wanted = Number(process.env.LOQUAT_BENCH_ORGANIZATIONS ?? 10_000)
/** So many of them are used once, to see what is left when they sleep again. */
const used = Number(process.env.LOQUAT_BENCH_USED ?? wanted)
const idleSecs = 60

const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

/** Bytes of JavaScript that are in use, once everything is collected that can be. */
async function heap(): Promise<number> {
  for (let round = 0; round < 4; round++) {
    collectGarbage()
    await pause(50)
  }
  return process.memoryUsage().heapUsed
}

async function open(place: Place): Promise<Runtime> {
  const driver = place.databaseUrl
    ? await openServer(place.databaseUrl)
    : await openEmbedded({ dataDir: `${place.dataDir}/database` })
  const config = readConfig(options, { rateLimits: 'off', logLevel: 'silent', dataDir: place.dataDir }, {})
  return new Runtime({ config, db: new Database(driver), features })
}

async function close(runtime: Runtime): Promise<void> {
  await runtime.stop()
  await runtime.db.close()
}

/** Asks for what everybody may know of an organization; in milliseconds. */
const ask = (port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const begun = performance.now()
    const asked = request({ port, path: '/api/v1/server_settings', headers: { host } }, (reply) => {
      reply.resume().once('end', () => {
        if (reply.statusCode === 200) resolve(performance.now() - begun)
        else reject(new Error(`${host}: ${reply.statusCode}`))
      })
    })
    asked.once('error', reject).end()
  })

/** A server with what is there: until it answers, what that took, what an idle minute takes, a first request. */
async function served(place: Place, count: number): Promise<Row[]> {
  const label = count === 1 ? 'with 1 organization' : `with ${count} organizations`
  const times: number[] = []
  const costs: number[] = []
  for (let round = 0; round < 3; round++) {
    const { server, startMs } = await ServerProcess.start(place.serverArgs)
    times.push(startMs)
    costs.push(server.cpuMs())
    await server.stop()
  }
  const { server } = await ServerProcess.start(place.serverArgs)
  await pause(5_000)
  const memory = server.memory()
  const before = server.cpuMs()
  await pause(idleSecs * 1_000)
  const idle = server.cpuMs() - before
  const rows: Row[] = [
    {
      what: `ready ${label}, p50 of 3`,
      value: percentile(
        times.sort((a, b) => a - b),
        0.5,
      ),
      unit: 'ms',
    },
    {
      what: `processor time until ready ${label}`,
      value: percentile(
        costs.sort((a, b) => a - b),
        0.5,
      ),
      unit: 'ms',
    },
    { what: `resident memory ${label}, all asleep`, value: memory, unit: 'MB' },
    { what: `processor time of an idle minute ${label}`, value: idle, unit: 'ms' },
  ]
  if (count > 1) {
    const some = Array.from({ length: foundedFully }, (_, index) => `${teamAt(count - index)}.localhost`)
    const first: number[] = []
    const asleep = server.cpuMs()
    for (const host of some) first.push(await ask(server.port, host))
    rows.push({
      what: `processor time of a first request ${label}`,
      value: (server.cpuMs() - asleep) / some.length,
      unit: 'ms',
    })
    const again: number[] = []
    for (const host of some) again.push(await ask(server.port, host))
    rows.push(...spread('first request to one that sleeps', first), ...spread('the same once it is awake', again))
  }
  await server.stop()
  return rows
}

/** What organizations hold of this process's memory: never used, in memory, and asleep after each was used once. */
async function held(place: Place, count: number): Promise<Row[]> {
  const perOne = (bytes: number, of: number) => bytes / 1024 / of
  let runtime = await open(place)
  await runtime.resume()
  await runtime.organization(1)
  const begun = await heap()
  const some = Math.min(foundedFully, count - 1)
  const ids = await runtime.db.read(async (tx) =>
    (await tx.selectFrom('organization').select('id').where('id', '>', 1).orderBy('id', 'desc').execute())
      .map(({ id }) => id)
      .slice(0, used),
  )
  for (const id of ids.slice(0, some)) await runtime.organization(id)
  const awake = await heap()
  await close(runtime)
  runtime = await open(place)
  await runtime.resume()
  await runtime.organization(1)
  const before = await heap()
  for (const [index, id] of ids.entries()) {
    await runtime.organization(id)
    if (index % 200 === 199) await runtime.rest({ idleMs: 0 })
  }
  await runtime.rest({ idleMs: 0 })
  await runtime.organization(1)
  const after = await heap()
  const { loads, leaves } = runtime.counts
  await close(runtime)
  return [
    { what: 'heap of one that is awake', value: perOne(awake - begun, some), unit: 'KB' },
    {
      what: 'heap of one that sleeps again, after all were used',
      value: perOne(after - before, ids.length),
      unit: 'KB',
      atMost: 30,
    },
    { what: 'loads', value: loads, unit: '' },
    { what: 'leaves', value: leaves, unit: '' },
  ]
}

/** Many small organizations on one server, of which nobody uses nearly all. */
export async function benchSleeping(place: Place): Promise<Row[]> {
  const seeded = await seed(place.databaseUrl ? { databaseUrl: place.databaseUrl } : { dataDir: place.dataDir })
  await seeded.close()
  const rows = await served(place, 1)
  let from = 2
  for (const count of [1_000, wanted].filter((count, index) => index === 1 || count < wanted)) {
    const runtime = await open(place)
    await foundTeams(runtime, from, count)
    await close(runtime)
    rows.push(...(await served(place, count)))
    from = count + 1
  }
  rows.push(...(await held(place, wanted)))
  rmSync(`${place.dataDir}/mail`, { recursive: true, force: true })
  return rows
}

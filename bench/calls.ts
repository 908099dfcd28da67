import { mkdir } from 'node:fs/promises'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sessionCookie } from '#platform/http'
import { startSession } from '../src/features/sign-in/sessions/actions.ts'
import { hasTurnServer, TurnServer } from '../test/peers/turn-server.ts'
import { chromiumProgram } from '../test/web/chromium.ts'
import { Caller } from './calls/caller.ts'
import type { Place } from './main.ts'
import { percentile, type Row } from './row.ts'
import { people, seed } from './seed.ts'
import { ServerProcess } from './server.ts'

const joins = Number(process.env.LOQUAT_BENCH_JOINS ?? 12)
const measuredSecs = 30

/** Calls in Chromium with one browser per person, on this machine. Takes 10 minutes on two processors. */
export async function benchCalls(place: Place): Promise<Row[]> {
  if (!chromiumProgram) throw new Error('calls are measured in Chromium (scripts/install-chromium.sh)')
  const rows: Row[] = [{ what: 'load before, per processor', value: load(), unit: '' }]
  rows.push(...(await onStage(join(place.dataDir, 'direct'), [], 4, measureDirect)))
  if (!hasTurnServer) throw new Error('relayed calls are measured with coturn (scripts/install-coturn.sh)')
  const relay = await TurnServer.start()
  const options = ['--turn-url', relay.urls.udp, '--turn-secret', relay.secret, '--calls-relay-only', 'on']
  try {
    rows.push(...(await onStage(join(place.dataDir, 'relayed'), options, 2, measureRelayed)))
  } finally {
    await relay.stop()
  }
  return rows
}

const load = (): number => (loadavg()[0] ?? 0) / availableParallelism()

/** Signs people in to a new organization, each in their own browser. */
async function onStage(
  dataDir: string,
  options: readonly string[],
  count: number,
  measure: (callers: readonly Caller[], server: ServerProcess, hash: string) => Promise<Row[]>,
): Promise<Row[]> {
  await mkdir(dataDir, { recursive: true })
  const seeded = await seed({ dataDir })
  const all = await people(seeded, count, 'Caller')
  const org = await seeded.runtime.organization(1)
  const tokens: string[] = []
  for (const { id } of all)
    tokens.push(
      await org.transact(null, (mutation) =>
        startSession(mutation, id, { userAgent: 'benchmark', address: '127.0.0.1' }),
      ),
    )
  await seeded.close()
  const { server } = await ServerProcess.start(['--data-dir', dataDir, ...options])
  const url = `http://localhost:${server.port}`
  const callers: Caller[] = []
  try {
    for (const token of tokens) callers.push(await Caller.come(url, { name: sessionCookie, value: token, url }))
    const ids = all.slice(1).map(({ id }) => id)
    return await measure(callers, server, `#narrow/dm/${ids.join()}`)
  } finally {
    for (const caller of callers) await caller.close()
    await server.stop()
  }
}

/** One person stays in the call while another one joins repeatedly. */
async function timesOf(starter: Caller, joiner: Caller): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < joins; round++) {
    times.push(await joiner.joins())
    await joiner.leaves()
    await starter.isAlone()
  }
  // the first one also loads the code for calls
  return times.slice(1).sort((a, b) => a - b)
}

const firstSound = (where: string, times: readonly number[], atMost: number): Row[] => [
  { what: `from Join to the first sound, ${where}, p50`, value: percentile(times, 0.5), unit: 'ms', atMost },
  { what: `from Join to the first sound, ${where}, p95`, value: percentile(times, 0.95), unit: 'ms' },
]

async function measureDirect(callers: readonly Caller[], server: ServerProcess, hash: string): Promise<Row[]> {
  const [starter, joiner, ...others] = callers as [Caller, Caller, ...Caller[]]
  await starter.starts(hash)
  await joiner.opensCall()
  const rows = firstSound('direct', await timesOf(starter, joiner), 1_500)
  await joiner.joins()
  for (const one of others) {
    await one.opensCall()
    await one.joins()
  }
  for (const one of callers) await one.turnsOnCamera()
  await starter.sees(callers.length - 1)
  const before = { page: starter.pageCpuMs(), browser: starter.cpuMs(), server: server.cpuMs(), at: performance.now() }
  await pause(measuredSecs * 1_000)
  const secs = (performance.now() - before.at) / 1_000
  const share = (ms: number) => (ms / secs / 1_000) * 100
  return [
    ...rows,
    { what: 'page with 4 cameras, of one processor', value: share(starter.pageCpuMs() - before.page), unit: '%' },
    {
      what: 'all processes of its browser, of one processor',
      value: share(starter.cpuMs() - before.browser),
      unit: '%',
    },
    {
      what: 'server, CPU time for a minute of a call of 4',
      value: ((server.cpuMs() - before.server) / secs) * 60,
      unit: 'ms',
    },
    { what: 'load after, per processor', value: load(), unit: '' },
  ]
}

async function measureRelayed(
  [starter, joiner]: readonly Caller[],
  _server: ServerProcess,
  hash: string,
): Promise<Row[]> {
  if (!starter || !joiner) throw new Error('two people take part')
  await starter.starts(hash)
  await joiner.opensCall()
  return firstSound('through coturn', await timesOf(starter, joiner), 3_000)
}

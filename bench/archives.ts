import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { projectRoot } from '#platform/config'
import { raw } from '#platform/db'
import { longestPause } from './attacks.ts'
import { fillHistory } from './history.ts'
import type { Place } from './main.ts'
import type { Row } from './row.ts'
import { people, type Seeded, seed } from './seed.ts'
import { ServerProcess } from './server.ts'

/** About 33,000 messages each. */
const copies = 3
const subscribers = 20
const program = join(projectRoot, 'dist/loquat.js')
const most = { memory: 500, pause: 50 }

/** Exports 100,000 messages with 20 people per channel, for this server and the public one; backs up and restores. */
export async function benchArchives(place: Place): Promise<Row[]> {
  const seeded = await seed(place)
  const { messages } = await fillHistory(seeded, copies)
  await subscribe(seeded)
  await seeded.close()
  const { server } = await ServerProcess.start(place.serverArgs)
  const rows: Row[] = []
  const beside = async (what: string, args: string[], file?: string) => {
    await longestPause(server.port)
    const [cpu, loop] = [server.cpuMs(), server.loopCpuMs()]
    forgetPeak(server.pid)
    const { ms, peaks } = await run([...args, '--data-dir', place.dataDir], server.pid)
    const pause = await longestPause(server.port)
    rows.push(
      { what: `${what}: messages`, value: (messages / ms) * 1_000, unit: '/s' },
      { what: `${what}: processor time of the server`, value: server.cpuMs() - cpu, unit: 'ms' },
      { what: `${what}: of it the event loop`, value: server.loopCpuMs() - loop, unit: 'ms' },
      { what: `${what}: memory of the server at most`, value: peakMiB(server.pid), unit: 'MiB', atMost: most.memory },
      { what: `${what}: longest pause`, value: pause, unit: 'ms', atMost: most.pause },
    )
    const beside = Math.max(0, ...peaks.values())
    if (beside > 0)
      rows.push({ what: `${what}: memory of the process beside it`, value: beside, unit: 'MiB', atMost: most.memory })
    if (file) rows.push({ what: `${what}: size`, value: (await stat(file)).size / 2 ** 20, unit: 'MiB' })
  }
  const file = (name: string) => join(place.dataDir, `${name}.tar.gz`)
  await beside('nothing, to compare', ['org', 'list'])
  await beside('a backup, and its trial', ['backup'])
  const exporting = ['export', '--org', '', '--output']
  await beside('everything', [...exporting, file('full'), '--full'], file('full'))
  await beside('for the public server', [...exporting, file('zulip'), '--format', 'zulip'], file('zulip'))
  await server.stop()

  const from = join(place.dataDir, 'backups')
  const target = join(place.dataDir, 'restored')
  // mostly what the library needs for its own new database
  const empty = await run(['org', 'list', '--data-dir', join(place.dataDir, 'empty')])
  const { ms, own } = await run(['restore', from, '--data-dir', target])
  rows.push(
    { what: 'restoring it: messages', value: (messages / ms) * 1_000, unit: '/s' },
    { what: 'making an empty database, to compare: memory of the process at most', value: empty.own, unit: 'MiB' },
    {
      what: 'restoring it: memory of the process beyond that',
      value: own - empty.own,
      unit: 'MiB',
      atMost: most.memory,
    },
  )
  return rows
}

/** Subscribes some people to every channel, from the first message on. */
async function subscribe(seeded: Seeded): Promise<void> {
  const ids = (await people(seeded, subscribers, 'Subscriber')).map(({ id }) => id)
  await seeded.runtime.db.transaction(async (tx) => {
    await raw(
      tx,
      `insert into subscription (org_id, user_id, channel_id, color)
       select c.org_id, u.id, c.id, '#c2c2c2' from channel c, unnest($1::bigint[]) u(id) on conflict do nothing`,
      [ids],
    )
    await raw(
      tx,
      `insert into subscription_span (org_id, user_id, channel_id, from_message_id, from_position)
       select c.org_id, u.id, c.id, 1, 0 from channel c, unnest($1::bigint[]) u(id)`,
      [ids],
    )
  })
}

/** Runs a command in its own process; `own` is its peak memory, `peaks` that of another process's children. */
async function run(args: string[], parent?: number): Promise<{ ms: number; own: number; peaks: Map<number, number> }> {
  const begun = performance.now()
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (part) => {
    said += part
  })
  const peaks = new Map<number, number>()
  let own = 0
  const look = () => {
    own = Math.max(own, peakMiB(child.pid as number))
    if (parent !== undefined) for (const pid of childrenOf(parent)) peaks.set(pid, peakMiB(pid))
  }
  const looking = setInterval(look, 50)
  const [code] = (await once(child, 'exit')) as [number]
  clearInterval(looking)
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}: ${said}`)
  return { ms: performance.now() - begun, own, peaks }
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

function peakMiB(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024
  } catch {
    return 0
  }
}

const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5')

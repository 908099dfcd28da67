// npm run bench -- peers: compares the working tree with other chat servers, alternating, under the same load.
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Measure } from '../against/measure.ts'
import { type Service, startPostgres } from '../services.ts'
import { ejabberd } from './ejabberd.ts'
import { loquat } from './loquat.ts'
import type { Installation, Peer } from './peer.ts'
import { synapse } from './synapse.ts'
import { table } from './table.ts'
import { historyFor, sendHistory, sessionOf, start, workloads } from './workloads.ts'

const peers: readonly Peer[] = [
  loquat('loquat', false),
  loquat('loquat-postgres', true),
  ejabberd('ejabberd', false),
  ejabberd('ejabberd-postgres', true),
  synapse('synapse', false),
  synapse('synapse-postgres', true),
]
const names = ['start', ...Object.keys(workloads)]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string' }, messages: { type: 'string' } },
})

function refuse(reason: string): never {
  console.error(`${reason}

usage: npm run bench -- peers [NAME…] [--rounds N] [--messages N]
benchmarks: ${names.join(', ')}
servers: ${peers.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}

function count(name: 'rounds' | 'messages', fallback: number): number {
  const number = Number(values[name] ?? fallback)
  if (!Number.isInteger(number) || number < 1) refuse(`--${name} must be a positive integer`)
  return number
}

interface Side {
  readonly peer: Peer
  readonly installation: Installation
  readonly database: Service | undefined
}

async function prepare(peer: Peer, people: number, history: number): Promise<Side> {
  const folder = join(temporary, peer.name)
  mkdirSync(folder)
  const database = peer.usesPostgres ? await startPostgres() : undefined
  if (database) databases.add(database)
  const installation = await peer.install({ folder, people, databaseUrl: database?.url })
  console.error(`${peer.name}: creating ${people} accounts and ${history} messages`)
  const running = await installation.start()
  try {
    await installation.fill(running)
    await sendHistory(running, history)
  } finally {
    await running.stop()
  }
  return { peer, installation, database }
}

async function measure({ peer, installation, database }: Side): Promise<Measure[]> {
  const { running, measures } = await start(installation, database)
  const session = sessionOf(peer.name, running, database, messages)
  try {
    const all = wanted.includes('start') ? [...measures] : []
    for (const [name, run] of Object.entries(workloads)) {
      if (!wanted.includes(name)) continue
      console.error(`${peer.name}: ${name}`)
      await attempt(peer, async () => {
        all.push(...(await run(session)))
      })
    }
    return all
  } finally {
    await running.stop()
  }
}

const chosen = positionals.slice(1)
const unknown = chosen.find((name) => !names.includes(name) && !peers.some((peer) => peer.name === name))
if (unknown) refuse(`there is no benchmark or server '${unknown}'`)
const wanted = names.some((name) => chosen.includes(name)) ? names.filter((name) => chosen.includes(name)) : names
const named = peers.filter(({ name }) => chosen.includes(name))
const roundCount = count('rounds', 3)
const messages = count('messages', 1_000)

// everything is stopped and removed on exit
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const temporary = mkdtempSync(join(tmpdir(), 'loquat-peers-'))
// lets servers that run under another account reach their folders
chmodSync(temporary, 0o711)
process.once('exit', () => rmSync(temporary, { recursive: true, force: true }))
const databases = new Set<Service>()
// PostgreSQL waits for the disk, as it does by default
process.env.LOQUAT_POSTGRES_FSYNC ??= 'on'

// each data directory and process is removed or ended on exit
process.setMaxListeners(0)

const sides: Side[] = []
const results = new Map<string, Measure[]>()

/** A failure doesn't keep the other servers and benchmarks from being measured. */
async function attempt(peer: Peer, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    console.error(`${peer.name}:`, error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}

const people = wanted.includes('delivery') ? 100 : 20
const history = historyFor(wanted)
for (const peer of named.length > 0 ? named : peers) {
  if (!peer.isInstalled()) {
    console.error(`${peer.name} isn't installed: run scripts/install-peers.sh (Debian)`)
    continue
  }
  await attempt(peer, async () => {
    sides.push(await prepare(peer, people, history))
  })
}
for (let round = 0; round < roundCount; round++) {
  // A B C, C B A: a machine that gets slower or faster affects all alike
  for (const side of round % 2 === 0 ? sides : sides.toReversed())
    await attempt(side.peer, async () => {
      results.set(side.peer.name, [...(results.get(side.peer.name) ?? []), ...(await measure(side))])
    })
  console.error(`round ${round + 1} of ${roundCount}`)
}
for (const database of databases) await database.stop()
if (results.size > 0) console.log(`Medians of ${roundCount} rounds in turn.\n\n${table([...results.keys()], results)}`)
process.exit()

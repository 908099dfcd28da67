import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '#platform/config'
import { openServer } from '#platform/db'
import { benchArchives } from './archives.ts'
import { benchAttacks } from './attacks.ts'
import { benchBulk } from './bulk.ts'
import { benchCalls } from './calls.ts'
import { benchChannels } from './channels.ts'
import { benchConnected } from './connected.ts'
import { benchDelivery } from './delivery.ts'
import { benchDisk } from './disk.ts'
import { benchFairness } from './fairness.ts'
import { benchFanout } from './fanout.ts'
import { benchFetching } from './fetching.ts'
import { benchGrowth } from './growth.ts'
import { benchImporting } from './importing.ts'
import { benchLarge } from './large.ts'
import { benchMarkdown } from './markdown.ts'
import { benchModeration } from './moderation.ts'
import { benchMoving } from './moving.ts'
import { benchPeople } from './people.ts'
import { benchQueues } from './queues.ts'
import { benchReading } from './reading.ts'
import { benchRegister } from './register.ts'
import { print, type Row } from './row.ts'
import { benchScheduled } from './scheduled.ts'
import { benchSending } from './sending.ts'
import { benchSizes } from './sizes.ts'
import { benchSleeping } from './sleeping.ts'
import { benchStart } from './start.ts'
import { benchStreams } from './streams.ts'
import { benchUnread } from './unread.ts'
import { benchWeb } from './web.ts'

const only = process.argv.slice(2)
const databaseUrl = process.env.LOQUAT_BENCH_DATABASE_URL

export interface Place {
  dataDir: string
  /** Set when a PostgreSQL server is measured instead of the embedded database. */
  databaseUrl?: string | undefined
  /** Arguments that make a server process, or a command, use this place. */
  serverArgs: string[]
  /** Transactions of two rows per second, in a process of its own, and the CPU time of each. */
  /** `library`: the embedded database without prepared statements. */
  bareRate(seconds: number, connections?: number, library?: boolean): { rate: number; cpuMs: number }
}

const place = (databaseUrl?: string): Place => {
  const dataDir = mkdtempSync(join(tmpdir(), 'loquat-bench-'))
  return {
    dataDir,
    databaseUrl,
    serverArgs: ['--data-dir', dataDir, ...(databaseUrl ? ['--database-url', databaseUrl] : [])],
    bareRate(seconds, connections = 1, library = false) {
      const target = databaseUrl ?? join(dataDir, 'bare')
      const output = execFileSync(process.execPath, [
        join(projectRoot, 'dist/bench/bare.js'),
        String(seconds),
        target,
        String(connections),
        library ? 'library' : '',
      ])
      const [rate, cpuMs] = output.toString().trim().split(' ').map(Number)
      return { rate: rate as number, cpuMs: cpuMs as number }
    },
  }
}

const benches: [string, (place: Place) => Promise<Row[]>][] = [
  ['markdown', benchMarkdown],
  ['sending', benchSending],
  ['disk', benchDisk],
  ['delivery', benchDelivery],
  ['fanout', benchFanout],
  ['fairness', benchFairness],
  ['fetching', benchFetching],
  ['bulk', benchBulk],
  ['register', benchRegister],
  ['channels', benchChannels],
  ['people', benchPeople],
  ['queues', benchQueues],
  ['streams', benchStreams],
  ['start', benchStart],
  ['scheduled', benchScheduled],
  ['web', benchWeb],
]
// these take minutes, so they run only when named
const long: typeof benches = [
  ['attacks', benchAttacks],
  ['calls', benchCalls],
  ['connected', benchConnected],
  ['growth', benchGrowth],
  ['large', benchLarge],
  ['sizes', benchSizes],
  ['sleeping', benchSleeping],
  ['million', (place) => benchFetching(place, 30)],
  ['moderation', benchModeration],
  ['unread', benchUnread],
  ['reading', benchReading],
  ['moving', benchMoving],
  ['importing', benchImporting],
  ['archives', benchArchives],
]
// independent of the database
const withoutDatabase = new Set(['markdown', 'calls', 'web', 'large', 'growth'])

console.log(
  `Node ${process.version}, ${cpus().length} processors (${cpus()[0]?.model.trim()}), ${new Date().toISOString().slice(0, 10)}`,
)
for (const [name, run] of [...benches, ...long]) {
  const wanted = only.length > 0 ? only.includes(name) : !long.some(([one]) => one === name)
  if (!wanted) continue
  const embedded = process.env.LOQUAT_BENCH_EMBEDDED === 'off' ? [] : [undefined]
  for (const url of databaseUrl && !withoutDatabase.has(name) ? [...embedded, databaseUrl] : [undefined]) {
    if (url) await emptyDatabase(url)
    const where = place(url)
    const title = withoutDatabase.has(name) ? name : `${name}, ${url ? 'PostgreSQL server' : 'embedded'}`
    try {
      print(title, await run(where))
    } catch (error) {
      console.error(`\n## ${title}\n\nfailed:`, error)
      process.exitCode = 1
    }
    rmSync(where.dataDir, { recursive: true, force: true })
  }
}
process.exit()

async function emptyDatabase(url: string): Promise<void> {
  const driver = await openServer(url, { connections: 1 })
  await driver.script('drop schema public cascade; create schema public')
  await driver.close()
}

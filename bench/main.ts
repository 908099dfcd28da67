import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '#platform/config'
import { benchMarkdown } from './markdown.ts'
import { print, type Row } from './row.ts'
import { benchSending } from './sending.ts'

const [only] = process.argv.slice(2).filter((arg) => !arg.startsWith('--'))
const databaseUrl = process.env.LOQUAT_BENCH_DATABASE_URL

export interface Place {
  dataDir: string
  /** Set when a PostgreSQL server is measured instead of the embedded database. */
  databaseUrl?: string | undefined
  /** Transactions of two rows per second, in a process of its own. */
  bareRate(seconds: number, connections?: number): number
}

const place = (databaseUrl?: string): Place => {
  const dataDir = mkdtempSync(join(tmpdir(), 'loquat-bench-'))
  return {
    dataDir,
    databaseUrl,
    bareRate(seconds, connections = 1) {
      const target = databaseUrl ?? join(dataDir, 'bare')
      const output = execFileSync(process.execPath, [
        join(projectRoot, 'dist/bench/bare.js'),
        String(seconds),
        target,
        String(connections),
      ])
      return Number(output.toString())
    },
  }
}

const benches: [string, (place: Place) => Promise<Row[]>][] = [
  ['markdown', benchMarkdown],
  ['sending', benchSending],
]

for (const [name, run] of benches) {
  if (only && only !== name) continue
  for (const url of databaseUrl && name !== 'markdown' ? [undefined, databaseUrl] : [undefined]) {
    const where = place(url)
    print(`${name}${name === 'markdown' ? '' : url ? ', PostgreSQL server' : ', embedded'}`, await run(where))
    rmSync(where.dataDir, { recursive: true, force: true })
  }
}

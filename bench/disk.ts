import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#platform/config'
import { openEmbedded } from '#platform/db'
import type { Place } from './main.ts'
import type { Row } from './row.ts'

const slowMs = 8
const logMb = 120

/** The cost of waiting for the disk on commit, and the worst time to open a database after a crash. */
export async function benchDisk(place: Place): Promise<Row[]> {
  if (place.databaseUrl) return []
  const slow = {
    NODE_OPTIONS: `--require ${join(projectRoot, 'bench/slow-disk.cjs')}`,
    LOQUAT_SYNC_MS: String(slowMs),
  }
  const rate = (way: string, env = {}) => {
    const folder = join(place.dataDir, 'bare')
    const args = [join(projectRoot, 'dist/bench/bare.js'), '3', folder, '1', way]
    const output = execFileSync(process.execPath, args, { env: { ...process.env, ...env } })
    return Number(output.toString().split(' ')[0])
  }
  // twice each, alternating: the machine may be shared
  const rates = { off: 0, on: 0 }
  for (const _ of [1, 2]) {
    rates.off += rate('off') / 2
    rates.on += rate('') / 2
  }
  return [
    { what: 'bare transactions of two rows, --database-sync off', value: rates.off, unit: '/s' },
    { what: 'the same, on', value: rates.on, unit: '/s' },
    { what: 'ratio', value: rates.on / rates.off, unit: '' },
    { what: `the same, on a disk that takes ${slowMs} ms for a sync`, value: rate('', slow), unit: '/s' },
    ...(await recovery(place)),
  ]
}

/** Writes nearly the maximum of write-ahead log, and is killed. */
async function recovery(place: Place): Promise<Row[]> {
  const dataDir = join(place.dataDir, 'killed')
  mkdirSync(place.dataDir, { recursive: true })
  const child = spawn(
    process.execPath,
    [join(projectRoot, 'dist/bench/bare.js'), String(logMb), dataDir, '1', 'crash'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'exit')
  const begun = performance.now()
  const driver = await openEmbedded({ dataDir })
  const took = performance.now() - begun
  await driver.close()
  rmSync(dataDir, { recursive: true, force: true })
  return [{ what: `opening after a crash with ${logMb} MB of write-ahead log`, value: took, unit: 'ms' }]
}

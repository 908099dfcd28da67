import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { projectRoot } from '#platform/config'
import type { Place } from './main.ts'
import { percentile, type Row } from './row.ts'
import { ServerProcess } from './server.ts'

/** Starting with the demo organization: time until it responds, and memory then. */
export async function benchStart(place: Place): Promise<Row[]> {
  execFileSync(process.execPath, [join(projectRoot, 'dist/loquat.js'), 'demo', ...place.serverArgs], {
    stdio: 'ignore',
  })
  const times: number[] = []
  let memory = 0
  for (let round = 0; round < 5; round++) {
    const { server, startMs } = await ServerProcess.start(place.serverArgs)
    await fetch(`http://127.0.0.1:${server.port}/api/v1/server_settings`).then((reply) => reply.json())
    times.push(startMs)
    await pause(3_000)
    memory = server.memory()
    await server.stop()
  }
  times.sort((a, b) => a - b)
  return [
    { what: 'ready on an existing data directory, p50 of 5', value: percentile(times, 0.5), unit: 'ms', atMost: 1_500 },
    { what: 'resident memory after start', value: memory, unit: 'MB', atMost: place.databaseUrl ? 150 : 350 },
  ]
}

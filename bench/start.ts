import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { projectRoot } from '#platform/config'
import type { Place } from './main.ts'
import { percentile, type Row } from './row.ts'
import { ServerProcess } from './server.ts'

/** Starting with the demo organization: time and CPU time until it responds, and memory then. */
export async function benchStart(place: Place): Promise<Row[]> {
  execFileSync(process.execPath, [join(projectRoot, 'dist/loquat.js'), 'demo', ...place.serverArgs], {
    stdio: 'ignore',
  })
  const [times, cpuTimes, sizes]: [number[], number[], number[]] = [[], [], []]
  let memory = 0
  for (let round = 0; round < 5; round++) {
    const { server, startMs } = await ServerProcess.start(place.serverArgs)
    await fetch(`http://127.0.0.1:${server.port}/api/v1/server_settings`).then((reply) => reply.json())
    times.push(startMs)
    cpuTimes.push(server.cpuMs())
    await pause(3_000)
    memory = server.memory()
    sizes.push(server.proportionalMemory())
    await server.stop()
  }
  for (const values of [times, cpuTimes, sizes]) values.sort((a, b) => a - b)
  return [
    { what: 'ready on an existing data directory, p50 of 5', value: percentile(times, 0.5), unit: 'ms', atMost: 1_500 },
    { what: 'CPU time until it responds, p50 of 5', value: percentile(cpuTimes, 0.5), unit: 'ms', atMost: 1_000 },
    { what: 'memory after start (PSS), p50 of 5', value: percentile(sizes, 0.5), unit: 'MB', atMost: 150 },
    { what: 'resident memory after start', value: memory, unit: 'MB', atMost: place.databaseUrl ? 150 : 350 },
  ]
}

import { readFileSync } from 'node:fs'

/** CPU time of the main thread in ms, which other requests wait for; of all threads where there is no /proc. */
export function loopCpuMs(): number {
  if (process.platform === 'linux') return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[0]) / 1e6
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

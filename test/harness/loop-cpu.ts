import { readFileSync } from 'node:fs'

/**
 * CPU time of this process's main thread, in milliseconds: what other requests wait for. Unlike wall time, it doesn't
 * advance while other processes run. Without /proc, that of all threads.
 */
export function loopCpuMs(): number {
  if (process.platform === 'linux') return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[0]) / 1e6
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

import { readFileSync } from 'node:fs'

/**
 * Processor time that this process's first thread has used, in milliseconds: what others wait for. Unlike the clock it
 * doesn't run while other processes have the processor. Where the system doesn't tell it, that of all threads.
 */
export function loopCpuMs(): number {
  if (process.platform === 'linux') return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[0]) / 1e6
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

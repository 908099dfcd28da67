import { readFileSync } from 'node:fs'
import { mainProcess } from './services.ts'

/** CPU time of a local PostgreSQL server's sessions, in milliseconds. */
export function sessionsMeter(url: string): () => number {
  const main = mainProcess(new URL(url).port)
  const children = `/proc/${main}/task/${main}/children`
  return () =>
    readFileSync(children, 'utf8')
      .trim()
      .split(' ')
      .reduce((sum, pid) => sum + cpuMs(pid), 0)
}

/** Of one process, if it's a session that still exists; background processes such as autovacuum don't count. */
function cpuMs(pid: string): number {
  try {
    const title = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    if (!/^postgres: (\S+ \S+ 127\.0\.0\.1\(|parallel worker)/.test(title)) return 0
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return 0
  }
}

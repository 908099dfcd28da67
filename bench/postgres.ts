import { readFileSync } from 'node:fs'
import { mainProcess } from './services.ts'

/** What the sessions of a PostgreSQL server on this machine have used of its processors, in milliseconds. */
export function sessionsMeter(url: string): () => number {
  const main = mainProcess(new URL(url).port)
  const children = `/proc/${main}/task/${main}/children`
  return () =>
    readFileSync(children, 'utf8')
      .trim()
      .split(' ')
      .reduce((sum, pid) => sum + cpuMs(pid), 0)
}

/** Of one process, if it is a session and still there. What looks after tables in the background is none. */
function cpuMs(pid: string): number {
  try {
    const title = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    if (!/^postgres: (\S+ \S+ 127\.0\.0\.1\(|parallel worker)/.test(title)) return 0
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return 0
  }
}

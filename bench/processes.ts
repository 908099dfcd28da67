import { readdirSync, readFileSync } from 'node:fs'

export interface Process {
  pid: number
  parent: number
  /** Its own, and that of its ended children. */
  cpuMs: number
}

/** All processes; Linux only. */
export function* processes(): Generator<Process> {
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
      const ticks = [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0)
      yield { pid: Number(name), parent: Number(fields[1]), cpuMs: ticks * 10 }
    } catch {
      // it has ended
    }
  }
}

/** A process and its descendants. */
function tree(main: number): Process[] {
  const all = [...processes()]
  const found = all.filter(({ pid }) => pid === main)
  // children of those found so far are appended
  for (const { pid } of found) found.push(...all.filter(({ parent }) => parent === pid))
  return found
}

/** CPU time of a process and its descendants so far, in milliseconds, including those that have ended. */
export const cpuOfTree = (main: number): number => tree(main).reduce((sum, one) => sum + one.cpuMs, 0)

/** Memory of a process in MB, with shared pages divided among their processes; Linux only. */
export const proportionalMemory = (pid: number): number =>
  Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1024

export function memoryOfTree(main: number): number {
  let sum = 0
  for (const { pid } of tree(main))
    try {
      sum += proportionalMemory(pid)
    } catch {
      // it has ended
    }
  return sum
}

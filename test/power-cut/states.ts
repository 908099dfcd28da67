import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Disk, entriesIn } from './disk.ts'

/** Numbers from 0 to 1, always the same for one seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * Cuts the power at random points of a record, and yields a folder with a possible disk state and what was promised
 * before each. Drawing from syncs and promises too gives every interval between syncs a chance.
 */
export async function cutPower(
  { root, file, states, seed }: { root: string; file: string; states: number; seed: number },
  look: (folder: string, promised: readonly string[], name: string) => Promise<void>,
): Promise<void> {
  const log = readFileSync(file)
  const random = randomFrom(seed)
  const [all, marks]: [number[], number[]] = [[], []]
  let count = 0
  for (const { op } of entriesIn(log)) {
    all.push(count)
    if (op === 'sync' || op === 'answer' || op === 'rename') marks.push(count)
    count++
  }
  const points = Array.from({ length: states }, (_, index) => {
    const among = index % 3 === 0 ? all : marks
    return among[Math.floor(random() * among.length)] as number
  }).sort((a, b) => a - b)
  const disk = new Disk(root)
  const promised: string[] = []
  let at = -1
  for (const entry of entriesIn(log)) {
    if (points.length === 0) return
    at++
    disk.apply(entry)
    if (entry.op === 'answer') promised.push(entry.text)
    for (; points[0] === at; points.shift()) {
      const own = Math.floor(random() * 2 ** 31)
      const folder = mkdtempSync(join(tmpdir(), 'loquat-power-cut-'))
      try {
        disk.materialize(folder, randomFrom(own))
        await look(folder, promised, `cut after entry ${at} of ${count} (${entry.op} ${entry.path ?? ''}), seed ${own}`)
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    }
  }
}

import { afterEach, assert, beforeEach, expect, test, vi } from 'vitest'
import type { Tx } from '#platform/db'
import { type DueWork, Timer, type Workplace } from './index.ts'

/** Rows by due time, and the times at which they ran. */
class Rows implements DueWork {
  readonly name = 'rows'
  readonly waiting = new Set<number>()
  readonly done: { due: number; at: number }[] = []
  problem: Error | undefined

  async nextDue(): Promise<Date | null> {
    return this.waiting.size === 0 ? null : new Date(Math.min(...this.waiting))
  }

  async run(_place: Workplace, now: Date): Promise<void> {
    for (const due of [...this.waiting].sort((a, b) => a - b)) {
      if (due > now.getTime()) continue
      if (this.problem) throw this.problem
      this.waiting.delete(due)
      this.done.push({ due, at: now.getTime() })
    }
  }
}

const begin = Date.parse('2030-01-01T00:00:00Z')
const place = { db: { read: (work: (tx: Tx) => unknown) => work({} as Tx) }, now: () => new Date() } as Workplace
let timers: Timer[] = []
const failures: string[] = []

beforeEach(() => void vi.useFakeTimers({ now: begin, toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] }))
afterEach(async () => {
  for (const timer of timers) await timer.stop()
  timers = []
  failures.length = 0
  vi.useRealTimers()
})

function start(...works: DueWork[]): Timer {
  const timer = new Timer(place, works)
  timers.push(timer)
  timer.start((name) => failures.push(name))
  return timer
}

test('overdue jobs run at the start, others at their time, in order', async () => {
  const rows = new Rows()
  for (const due of [begin + 90_000, begin - 5_000, begin + 7_000]) rows.waiting.add(due)
  start(rows)
  await vi.advanceTimersByTimeAsync(100_000)
  expect(rows.done).toEqual([
    { due: begin - 5_000, at: begin },
    { due: begin + 7_000, at: begin + 7_000 },
    { due: begin + 90_000, at: begin + 90_000 },
  ])
})

test('an announced row runs at its time', async () => {
  const rows = new Rows()
  rows.waiting.add(begin + 25_000)
  const timer = start(rows)
  await vi.advanceTimersByTimeAsync(1_000)
  rows.waiting.add(begin + 3_000)
  timer.sooner(rows, new Date(begin + 3_000))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(rows.done).toEqual([{ due: begin + 3_000, at: begin + 3_000 }])
})

test("a row announced during a query isn't missed", async () => {
  const rows = new Rows()
  const nextDue = rows.nextDue.bind(rows)
  rows.nextDue = async () => {
    const found = await nextDue()
    if (rows.done.length > 0) return found
    rows.waiting.add(begin + 2_000)
    timer.sooner(rows, new Date(begin + 2_000))
    return null
  }
  const timer = start(rows)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(rows.done).toEqual([{ due: begin + 2_000, at: begin + 2_000 }])
})

test('a row added silently by another process is found within half a minute', async () => {
  const rows = new Rows()
  start(rows)
  await vi.advanceTimersByTimeAsync(1_000)
  rows.waiting.add(begin + 2_000)
  rows.waiting.add(begin + 45_000)
  await vi.advanceTimersByTimeAsync(60_000)
  const [late, inTime] = rows.done
  assert.equal(late?.due, begin + 2_000)
  assert.isBelow((late?.at ?? 0) - begin, 31_000)
  expect(inTime).toEqual({ due: begin + 45_000, at: begin + 45_000 })
})

test('after the clock is set forward, due rows run within half a minute', async () => {
  const rows = new Rows()
  rows.waiting.add(begin + 3_600_000)
  start(rows)
  await vi.advanceTimersByTimeAsync(10_000)
  vi.setSystemTime(begin + 4_000_000)
  await vi.advanceTimersByTimeAsync(21_000)
  assert.equal(rows.done.length, 1)
})

test('after the clock is set back, nothing runs early', async () => {
  const rows = new Rows()
  rows.waiting.add(begin + 10_000)
  start(rows)
  await vi.advanceTimersByTimeAsync(5_000)
  vi.setSystemTime(begin - 60_000)
  await vi.advanceTimersByTimeAsync(69_000)
  assert.deepEqual(rows.done, [])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(rows.done).toEqual([{ due: begin + 10_000, at: begin + 10_000 }])
})

test('waits can exceed the longest timeout', async () => {
  const rows = new Rows()
  const looks = vi.spyOn(rows, 'nextDue')
  const due = begin + 2 ** 31 + 60_000
  rows.waiting.add(due)
  start(rows)
  await vi.advanceTimersByTimeAsync(60_000)
  assert.deepEqual(rows.done, [])
  assert.isBelow(looks.mock.calls.length, 5)
  vi.setSystemTime(due - 40_000)
  await vi.advanceTimersByTimeAsync(40_000)
  expect(rows.done).toEqual([{ due, at: due }])
})

test('failed jobs are retried without delaying others', async () => {
  const broken = new Rows()
  broken.problem = new Error('out of order')
  const rows = new Rows()
  for (const one of [broken, rows]) one.waiting.add(begin + 1_000).add(begin + 2_000)
  start(broken, rows)
  await vi.advanceTimersByTimeAsync(3_000)
  assert.equal(rows.done.length, 2)
  assert.deepEqual([...new Set(failures)], ['rows'])
  broken.problem = undefined
  await vi.advanceTimersByTimeAsync(10_000)
  assert.equal(broken.done.length, 2)
})

test('wake runs due jobs and rejects with their errors', async () => {
  const rows = new Rows()
  rows.waiting.add(begin)
  const timer = new Timer(place, [rows])
  await timer.wake()
  assert.equal(rows.done.length, 1)
  rows.waiting.add(begin)
  rows.problem = new Error('out of order')
  await expect(timer.wake()).rejects.toThrow('out of order')
  rows.problem = undefined
  await timer.wake()
})

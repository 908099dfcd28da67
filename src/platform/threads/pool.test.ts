import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { Pool } from './pool.ts'

// a thread that does what the order says
const program = `
  import { parentPort } from 'node:worker_threads'
  const kept = []
  parentPort.on('message', (text) => {
    if (text === 'hang') for (;;);
    if (text === 'eat') for (;;) kept.push(new Array(1e6).fill({}))
    if (text === 'end') process.exit(3)
    if (text === 'bug') return parentPort.postMessage({ error: new Error('a bug') })
    parentPort.postMessage({ answer: text })
  })
  parentPort.postMessage({ ready: true })
`
let folder: string
let file: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loquat-threads-'))
  file = join(folder, 'thread.mjs')
  await writeFile(file, program)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const open: Pool<string, string>[] = []
const same = (text: string) => text
/** A short limit for hanging threads; a busy machine can delay a thread by ten times as long. */
const poolOf = (threads: number, limitMs = 1_000): Pool<string, string> => {
  const pool = new Pool({ file, name: 'test', threads, limitMs, heapMb: 192, write: same, read: same })
  open.push(pool)
  return pool
}
afterEach(async () => {
  for (const pool of open.splice(0)) await pool.close()
})

test('an endless text is given up, and the next gets a new thread', async () => {
  const pool = poolOf(1)
  expect(await pool.run('a', 'hang')).toBe(undefined)
  expect(await pool.run('a', 'hello')).toBe('hello')
})

test('a text that exhausts memory is given up alone', async () => {
  const pool = poolOf(1, 60_000)
  expect(await pool.run('a', 'eat')).toBe(undefined)
  expect(await pool.run('a', 'hello')).toBe('hello')
})

test("other users' texts are rendered while one hangs", async () => {
  const pool = poolOf(2, 600_000)
  const hanging = [1, 2, 3].map(() => pool.run('a', 'hang'))
  const others = Array.from({ length: 20 }, (_, index) => pool.run(`b${index % 3}`, 'hello'))
  expect(await Promise.race([...hanging, Promise.all(others)])).toEqual(Array(20).fill('hello'))
  await pool.close()
  for (const { status } of await Promise.allSettled(hanging)) expect(status).toBe('rejected')
})

test('users with a slow text get low priority', async () => {
  const pool = poolOf(1)
  await pool.run('a', 'hang')
  const ended: string[] = []
  const all = ['a', 'a', 'b', 'c'].map((queueKey) => pool.run(queueKey, queueKey).then(() => ended.push(queueKey)))
  await Promise.all(all)
  // the first one got the idle thread
  expect(ended).toEqual(['a', 'b', 'c', 'a'])
})

test('users are served round-robin, each in order', async () => {
  // the first one is in progress before the others arrive, which go before its own next one
  const pool = poolOf(1, 60_000)
  const ended: string[] = []
  const all = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((text) =>
    pool.run(text.slice(0, 1), text).then((html) => ended.push(html ?? '')),
  )
  await Promise.all(all)
  expect(ended).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
})

test("a thread's error or end rejects only its own order", async () => {
  const pool = poolOf(1, 60_000)
  const outcomes = await Promise.allSettled(['bug', 'end', 'hello'].map((text) => pool.run(text, text)))
  expect(outcomes).toMatchObject([
    { reason: { message: 'a bug' } },
    { reason: { message: 'A test thread ended' } },
    { value: 'hello' },
  ])
})

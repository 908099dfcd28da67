import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { Pool } from './pool.ts'
import type { Pack, Reply } from './protocol.ts'
import { renderTexts } from './rendering.ts'

// A thread that does what its text says, in place of one that renders.
const program = `
  import { parentPort } from 'node:worker_threads'
  const kept = []
  parentPort.on('message', (pack) => {
    const texts = JSON.parse(pack).texts.map(({ text }) => text)
    const text = texts.find((one) => one.includes('hang'))?.replaceAll('*', '') ?? texts[0]
    if (text === 'hang') for (;;);
    if (text === 'eat') for (;;) kept.push(new Array(1e6).fill({}))
    if (text === 'end') process.exit(3)
    if (text === 'bug') return parentPort.postMessage({ error: new Error('a bug') })
    parentPort.postMessage({ replies: JSON.stringify(texts.map((html) => ({ rendered: { html } }))) })
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

const open: Pool[] = []
/** Short for those who hang; a machine may keep a thread waiting for ten times as long. */
const poolOf = (threads: number, limitMs = 1_000): Pool => {
  const pool = new Pool({ file, threads, limitMs })
  open.push(pool)
  return pool
}
afterEach(async () => {
  for (const pool of open.splice(0)) await pool.close()
})

const job = (text: string): Pack => ({
  contexts: [{ values: { realmUrl: '' }, offered: [] }],
  texts: [{ text, context: 0 }],
  last: true,
})
const htmlOf = ([reply]: readonly Reply[] = []) => (reply && 'rendered' in reply ? reply.rendered.html : undefined)
const rendered = async (pool: Pool, lane: string, text: string) => htmlOf(await pool.run(lane, job(text)))

test('a text without an end is given up, and the next has a new thread', async () => {
  const pool = poolOf(1)
  expect(await rendered(pool, 'a', 'hang')).toBe(undefined)
  expect(await rendered(pool, 'a', 'hello')).toBe('hello')
})

test('a text that takes all memory is given up alone', async () => {
  const pool = poolOf(1, 60_000)
  expect(await rendered(pool, 'a', 'eat')).toBe(undefined)
  expect(await rendered(pool, 'a', 'hello')).toBe('hello')
})

test('texts of others are rendered while one hangs, whatever else its author sends', async () => {
  const pool = poolOf(2, 600_000)
  const hanging = [1, 2, 3].map(() => pool.run('a', job('hang')))
  const others = Array.from({ length: 20 }, (_, index) => rendered(pool, `b${index % 3}`, 'hello'))
  expect(await Promise.race([...hanging, Promise.all(others)])).toEqual(Array(20).fill('hello'))
  await pool.close()
  for (const { status } of await Promise.allSettled(hanging)) expect(status).toBe('rejected')
})

test('whoever had a text that was too slow stands back behind the others', async () => {
  const pool = poolOf(1)
  await pool.run('a', job('hang'))
  const ended: string[] = []
  const all = ['a', 'a', 'b', 'c'].map((lane) => pool.run(lane, job(lane)).then(() => ended.push(lane)))
  await Promise.all(all)
  // the first one found the thread free
  expect(ended).toEqual(['a', 'b', 'c', 'a'])
})

test('people take turns, each in the order of the texts', async () => {
  // the first one is under way before the others come, who stand before its own next one
  const pool = poolOf(1, 60_000)
  const ended: string[] = []
  const all = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((text) =>
    rendered(pool, text.slice(0, 1), text).then((html) => ended.push(html ?? '')),
  )
  await Promise.all(all)
  expect(ended).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
})

test('an error or end of a thread is told to those concerned and nobody else', async () => {
  const pool = poolOf(1, 60_000)
  const outcomes = await Promise.allSettled(['bug', 'end', 'hello'].map((text) => rendered(pool, text, text)))
  expect(outcomes).toMatchObject([
    { reason: { message: 'a bug' } },
    { reason: { message: 'A render thread ended' } },
    { value: 'hello' },
  ])
})

test('of texts that were handed over together, one without an end costs the others nothing', async () => {
  const texts = ['*a*', '*hang*', '*b*'].map((text) => ({ text, context: { realmUrl: 'https://a.example' } }))
  const all = await renderTexts(texts, 'a', poolOf(1))
  expect(all.map(({ html }) => html)).toEqual(['*a*', '<p>*hang*</p>', '*b*'])
})

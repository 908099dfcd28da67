import fc from 'fast-check'
import { assert, chance, holds, test } from '#test'
import { all, scratchFolder } from '../sources/fixture.ts'
import { cleaned, numberIn, Times, textIn, textsIn } from './fields.ts'
import { jsonHead, jsonList } from './json-list.ts'
import { linesOf } from './lines.ts'
import { TimeSpool } from './time-spool.ts'

async function* pieces(text: string | Buffer, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text as string)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

test('list elements are the same with chunks of any size', async () => {
  await holds(
    fc.asyncProperty(
      fc.array(fc.jsonValue(), { maxLength: 8 }),
      fc.integer({ min: 1, max: 40 }),
      async (list, size) => {
        for (const text of [JSON.stringify(list), `\ufeff ${JSON.stringify(list, null, 2)}\n`]) {
          const parts = await all(jsonList(pieces(text, size)))
          assert.deepEqual(parts, JSON.parse(JSON.stringify(list.map((value) => ({ kind: 'element', value })))))
        }
      },
    ),
    { runs: 60 },
  )
})

test('a list in an object is found only by its top-level key', async () => {
  const document = {
    'a"[': '{"messages":[1',
    nested: { messages: [9] },
    list: [[1]],
    messages: [1, { messages: [2] }],
    count: 2,
  }
  for (const size of [1, 7, 1000]) {
    const parts = await all(jsonList(pieces(JSON.stringify(document), size), 'messages'))
    assert.deepEqual(parts, [
      { kind: 'element', value: 1 },
      { kind: 'element', value: { messages: [2] } },
      { kind: 'around', value: { ...document, messages: [] } },
    ])
    const { count: _count, ...head } = document
    const found = await jsonHead(pieces(JSON.stringify(document), size), 'messages')
    assert.deepEqual({ ...(found as object), count: 2 }, { ...head, messages: [], count: 2 })
  }
})

test('a broken element affects only itself, and truncation is reported', async () => {
  const kinds = async (text: string, key?: string) =>
    (await all(jsonList(pieces(text, 3), key))).map(({ kind }) => kind)
  assert.deepEqual(await kinds('[1,{oops},2]'), ['element', 'broken', 'element'])
  assert.deepEqual(await kinds('[1,[2,'), ['element', 'broken'])
  assert.deepEqual(await kinds('[1'), ['broken'])
  assert.deepEqual(await kinds('{"a":1}'), ['broken'])
  assert.deepEqual(await kinds('hello'), ['broken'])
  assert.deepEqual(await kinds(''), ['broken'])
  assert.deepEqual(await kinds('{"messages":[1,2', 'messages'), ['element', 'broken', 'around'])
  assert.deepEqual(await kinds('{"other":[1,2]}', 'messages'), ['broken', 'around'])
})

test('deeply nested elements are reported, and reading continues after them', async () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000)
  const parts = await all(jsonList(pieces(`[${deep},1]`, 65_536)))
  assert.deepEqual(parts, [
    { kind: 'broken', reason: 'too deep' },
    { kind: 'element', value: 1 },
  ])
})

test('oversized elements are skipped, and reading continues after them', async () => {
  async function* chunks() {
    yield Buffer.from('["')
    const chunk = Buffer.alloc(2 ** 20, 'x')
    for (let count = 0; count < 40; count++) yield chunk
    yield Buffer.from('",2]')
  }
  assert.deepEqual(await all(jsonList(chunks())), [
    { kind: 'broken', reason: 'too large' },
    { kind: 'element', value: 2 },
  ])
})

test('inherited keys have no effect', async () => {
  const [part] = await all(jsonList(pieces('[{"__proto__":{"name":"x"},"constructor":1}]', 10)))
  const value = part?.kind === 'element' ? (part.value as Record<string, unknown>) : {}
  assert.equal(textIn(value, 'name'), undefined)
  assert.equal(textIn(value, 'toString'), undefined)
  assert.equal(({} as Record<string, unknown>).name, undefined)
})

test('lines are the same with chunks of any size', async () => {
  const text = 'a\n\nbü\r\n{"c":1}'
  for (const size of [1, 2, 3, 100]) assert.deepEqual(await all(linesOf(pieces(text, size))), text.split('\n'))
})

test('the spool sorts more than fits in memory, and is stable', async () => {
  const draw = chance(7)
  const spool = new TimeSpool<{ at: number; text: string }>(await scratchFolder(), 'test')
  const given: { time: number; value: { at: number; text: string } }[] = []
  for (let at = 0; at < 45_000; at++) {
    const value = { time: Math.floor(draw() * 500) / 4, value: { at, text: 'ü\n'.repeat(at % 7) } }
    given.push(value)
    await spool.add(value.time, value.value)
  }
  const expected = given.toSorted((a, b) => a.time - b.time)
  const sorted = async () => (await all(spool.sorted())).map(({ time, value }) => ({ time, value }))
  assert.deepEqual(await sorted(), expected)
  assert.deepEqual(await sorted(), expected)
  await spool.close()
})

test('the spool handles being empty, and lines longer than its buffer', async () => {
  const spool = new TimeSpool<string>(await scratchFolder(), 'test')
  assert.deepEqual(await all(spool.sorted()), [])
  const long = 'y'.repeat(3_000_000)
  await spool.add(2, long)
  await spool.add(1, 'short')
  assert.deepEqual(
    (await all(spool.sorted())).map(({ value }) => value.length),
    [5, long.length],
  )
  await spool.close()
})

test('fields are converted between text and numbers', () => {
  const fields = { a: '12', b: 12, c: null, d: {}, e: 'x\u0000\u0007\r\n\ud800', f: ['u', 5, null, 'u'], g: Number.NaN }
  assert.deepEqual(
    [numberIn(fields, 'a'), textIn(fields, 'b'), textIn(fields, 'c'), textIn(fields, 'd')],
    [12, '12', undefined, undefined],
  )
  assert.deepEqual(
    [textIn(fields, 'e'), textsIn(fields, 'f'), numberIn(fields, 'g')],
    ['x\n\ufffd', ['u', '5'], undefined],
  )
  assert.equal(cleaned('\ufeffa'), 'a')
})

test('impossible times are undefined', () => {
  const times = new Times(new Date('2024-01-01T00:00:00Z'))
  for (const wrong of [0, 1, -5, Number.NaN, 9e15, Date.parse('2024-01-03'), undefined])
    assert.equal(times.at(wrong), undefined)
  assert.equal(times.iso('2023-03-11T14:58:47.642-08:00')?.toISOString(), '2023-03-11T22:58:47.642Z')
  assert.equal(times.iso('yesterday'), undefined)
})

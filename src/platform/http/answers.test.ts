import { assert, test } from 'vitest'
import { JsonFields } from '#platform/serve'
import { envelope, written } from './answers.ts'

const items = (count: number) => Array.from({ length: count }, (_, index) => ({ id: index, text: `„${index}“ 🎈` }))

test('an answer with long lists equals the one serialized at once', async () => {
  for (const result of [
    { messages: items(1_234), found: true, none: undefined, nothing: null, 'odd "name"': items(101), last: [] },
    { nested: { list: items(500) }, short: items(3) },
    { list: [undefined, ...items(200)] },
    {},
    null,
    new JsonFields('"a":1'),
    new JsonFields(['"a":[1', ',2', ',"„🎈“"]', ',"b":null']),
  ])
    for (const ignored of [[], ['one', 'two']]) {
      const at = (body: string | Buffer) => JSON.parse(body.toString())
      assert.deepEqual(at(await written(result, ignored)), at(envelope(result, ignored)))
    }
})

test('writing a long list yields to other work and reports its time', async () => {
  let isOthersTurn = false
  setImmediate(() => {
    isOthersTurn = true
  })
  const seen: boolean[] = []
  const item = {
    toJSON() {
      for (const until = performance.now() + 1; performance.now() < until; );
      seen.push(isOthersTurn)
      return 1
    },
  }
  let spentMs = 0
  await written({ list: Array(300).fill(item) }, [], (ms) => {
    spentMs += ms
  })
  assert.deepEqual([seen[0], seen.at(-1)], [false, true])
  assert.isAtLeast(spentMs, 300)
})

test('sending serialized pieces yields to other work', async () => {
  let isOthersTurn = false
  setImmediate(() => {
    isOthersTurn = true
  })
  const seen: boolean[] = []
  const pieces = Array.from({ length: 100 }, (_, index) => `${index === 0 ? '"a":[' : ','}1${index === 99 ? ']' : ''}`)
  const slow = new Proxy(pieces, {
    get(target, name) {
      if (/^\d+$/.test(String(name))) {
        for (const until = performance.now() + 1; performance.now() < until; );
        seen.push(isOthersTurn)
      }
      return Reflect.get(target, name)
    },
  })
  await written(new JsonFields(slow), [])
  assert.deepEqual([seen[0], seen.at(-1)], [false, true])
})

test('each turn of the event loop writes a piece of only one long list', async () => {
  let turn = 0
  let isOver = false
  const count = () => {
    turn++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const writers = new Map<number, Set<string>>()
  const item = (name: string) => ({
    toJSON() {
      for (const until = performance.now() + 0.2; performance.now() < until; );
      const seen = writers.get(turn)
      if (seen) seen.add(name)
      else writers.set(turn, new Set([name]))
    },
  })
  await Promise.all(['a', 'b', 'c', 'd'].map((name) => written({ list: Array(500).fill(item(name)) }, [])))
  isOver = true
  // all start in the same turn
  writers.delete(0)
  assert.isAtLeast(writers.size, 4)
  for (const [at, names] of writers) assert.equal(names.size, 1, `turn ${at}`)
})

import { assert, test } from '#test'
import { FairQueue, LoopTime, Pace, queueKeyOf, Semaphore, Slices } from './index.ts'

test('queues are served round-robin, each in its own order', () => {
  const turns = new FairQueue<string>()
  for (const item of ['a1', 'a2', 'a3']) turns.add('a', item)
  for (const item of ['b1', 'b2']) turns.add('b', item)
  turns.add('c', 'c1')
  const order: (string | undefined)[] = []
  while (turns.length > 0) {
    const next = turns.peek()
    const taken = turns.take()?.item
    assert.equal(taken, next)
    order.push(taken)
  }
  assert.deepEqual(order, ['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  assert.equal(turns.take(), undefined)
})

test('a busy queue waits for itself; others run in between', async () => {
  const semaphore = new Semaphore({ most: 1, maxPerKey: 1 })
  const order: string[] = []
  const pass = async (queueKey: string, name: string) => {
    await semaphore.enter(queueKey)
    order.push(name)
    await new Promise(setImmediate)
    semaphore.leave(queueKey)
  }
  await Promise.all([pass('a', 'a1'), pass('a', 'a2'), pass('a', 'a3'), pass('b', 'b1'), pass('c', 'c1')])
  assert.deepEqual(order, ['a1', 'a2', 'b1', 'c1', 'a3'])
  // every slot was freed
  assert.equal(semaphore.enter('a'), undefined)
})

test('a queue key has limited slots; others use the rest', async () => {
  const semaphore = new Semaphore({ most: Number.POSITIVE_INFINITY, maxPerKey: 2 })
  assert.equal(semaphore.enter('a'), undefined)
  assert.equal(semaphore.enter('a'), undefined)
  const third = semaphore.enter('a')
  assert.ok(third)
  await semaphore.enter('b')
  semaphore.leave('a')
  await third
})

test('organizations are served round-robin regardless of their users', () => {
  const turns = new FairQueue<string>()
  for (let bot = 0; bot < 5; bot++) for (const time of [1, 2]) turns.add(queueKeyOf(1, bot), `bot ${bot}, ${time}`)
  turns.add(queueKeyOf(2, 'ada'), 'ada, 1')
  turns.add(queueKeyOf(2, 'ada'), 'ada, 2')
  turns.add(queueKeyOf(2, 'ben'), 'ben, 1')
  assert.deepEqual(
    [turns.ahead(queueKeyOf(1, 9)), turns.ahead(queueKeyOf(2, 9)), turns.ahead(queueKeyOf(3, 9))],
    [13, 7, 2],
  )
  const order = Array.from({ length: turns.length }, () => turns.take()?.item)
  const expected = ['bot 0, 1', 'ada, 1', 'bot 1, 1', 'ben, 1', 'bot 2, 1', 'ada, 2', 'bot 3, 1', 'bot 4, 1']
  assert.deepEqual(order.slice(0, 8), expected)
})

test('an item added during a turn precedes the rest of that queue', () => {
  const turns = new FairQueue<string>()
  for (const item of ['ada, 1', 'ada, 2', 'ada, 3']) turns.add(queueKeyOf(1, 'ada'), item)
  assert.equal(turns.take()?.item, 'ada, 1')
  turns.add(queueKeyOf(1, 'ben'), 'ben')
  turns.add(queueKeyOf(2, 'cleo'), 'cleo')
  const order = Array.from({ length: turns.length }, () => turns.take()?.item)
  assert.deepEqual(order, ['cleo', 'ben', 'ada, 2', 'ada, 3'])
})

test('an organization has limited slots; others use the rest', async () => {
  const semaphore = new Semaphore({ most: 3, maxPerGroup: 2 })
  assert.deepEqual([semaphore.enter(queueKeyOf(1, 'a')), semaphore.enter(queueKeyOf(1, 'b'))], [undefined, undefined])
  const third = semaphore.enter(queueKeyOf(1, 'c'))
  assert.ok(third)
  await semaphore.enter(queueKeyOf(2, 'a'))
  assert.deepEqual([semaphore.waiting, semaphore.waitingGroups], [1, 1])
  semaphore.leave(queueKeyOf(1, 'a'))
  await third
})

test('an iteration of the event loop does limited work of every organization', async () => {
  const slices = new Slices(2)
  const done: [name: string, slice: number][] = []
  const add = (orgId: number, name: string) => slices.add(queueKeyOf(orgId), (slice) => done.push([name, slice]))
  for (const name of ['a1', 'a2', 'a3', 'a4']) add(1, name)
  add(2, 'b1')
  while (done.length < 5) await new Promise(setImmediate)
  assert.deepEqual(done, [
    ['a1', 1],
    ['b1', 1],
    ['a2', 2],
    ['a3', 2],
    ['a4', 3],
  ])
  await new Promise(setImmediate)
  // there's room, so no one waits
  assert.deepEqual([slices.enter(queueKeyOf(1)), slices.enter(queueKeyOf(1))], [undefined, undefined])
  await slices.enter(queueKeyOf(1))
})

test("work that exceeds an iteration's time is scheduled fairly", async () => {
  let now = 0
  const loop = new LoopTime(1, () => now)
  const order: string[] = []
  const work = async (orgId: number, name: string) => {
    await loop.enter(queueKeyOf(orgId))
    order.push(name)
    now += 2
  }
  const turn = () => new Promise(setImmediate)
  assert.deepEqual(
    [loop.enter(queueKeyOf(1)), loop.enter(queueKeyOf(1))],
    [undefined, undefined],
    'there is time for both',
  )
  now += 2
  const all = ['a1', 'a2', 'a3'].map((name) => work(1, name))
  assert.deepEqual(order, [])
  await turn()
  assert.deepEqual(order, ['a1'])
  // an organization added in between goes first
  all.push(work(2, 'b1'))
  await turn()
  assert.deepEqual(order, ['a1', 'b1'])
  await Promise.all(all)
  assert.deepEqual(order, ['a1', 'b1', 'a2', 'a3'])
  await turn()
  assert.equal(loop.enter(queueKeyOf(1)), undefined, 'nobody is left')
})

test('long work continues alone in an iteration', async () => {
  let now = 0
  const loop = new LoopTime(1, () => now)
  const order: string[] = []
  const work = async (name: string, wait: Promise<void> | undefined) => {
    await wait
    order.push(name)
    now += 8
  }
  const turn = () => new Promise(setImmediate)
  const all = [
    work('long 1', loop.next(queueKeyOf(0))),
    work('long 2', loop.next(queueKeyOf(0))),
    work('a', loop.enter(queueKeyOf(1))),
  ]
  assert.deepEqual(order, [])
  for (const name of ['long 1', 'a', 'long 2']) {
    await turn()
    assert.equal(order.at(-1), name)
  }
  assert.equal(order.length, 3)
  await Promise.all(all)
})

test("long work's time excludes others' work in between", async () => {
  let now = 0
  const told: number[] = []
  const pace = new Pace(
    (ms) => told.push(ms),
    () => now,
  )
  now += 3
  assert.equal(pace.step(), undefined)
  now += 9
  const turn = pace.step()
  assert.ok(turn)
  now += 500
  await turn
  now += 1
  pace.end()
  assert.deepEqual(told, [12, 1])
})

import { assert, test } from 'vitest'
import { Saver } from './saver.ts'

function slowServer() {
  const asked: { value: string; take: () => void; refuse: (why: string) => void }[] = []
  const save = (value: string) =>
    new Promise<void>((resolve, reject) =>
      asked.push({ value, take: resolve, refuse: (why) => reject(new Error(why)) }),
    )
  return { asked, save }
}
const begun = (known = 'old') => {
  const server = slowServer()
  return { ...server, saver: new Saver<string>(known, server.save, (problem) => (problem as Error).message) }
}
const shown = (saver: Saver<string>) => saver.asked.peek()?.value ?? saver.known

test('a requested value is shown at once and stays', async () => {
  const { saver, asked } = begun()
  const done = saver.run('new')
  assert.equal(shown(saver), 'new')
  assert.equal(saver.state.peek(), 'saving')
  asked[0]?.take()
  assert.isTrue(await done)
  assert.equal(shown(saver), 'new')
  assert.equal(saver.state.peek(), 'saved')
  saver.receive('new')
  assert.isUndefined(saver.asked.peek())
  saver.end()
})

test('a refused value is reverted, with the reason', async () => {
  const { saver, asked } = begun()
  const done = saver.run('new')
  asked[0]?.refuse('Not that.')
  assert.isFalse(await done)
  assert.equal(shown(saver), 'old')
  assert.equal(saver.refusal.peek(), 'Not that.')
  void saver.run('other')
  assert.equal(saver.refusal.peek(), '')
})

test('of several values requested during a save, only the last is sent', async () => {
  const { saver, asked } = begun()
  const done = Promise.all(['a', 'b', 'c'].map((value) => saver.run(value)))
  assert.equal(shown(saver), 'c')
  asked[0]?.take()
  while (asked.length < 2) await Promise.resolve()
  asked[1]?.take()
  await done
  assert.deepEqual(
    asked.map(({ value }) => value),
    ['a', 'c'],
  )
  saver.end()
})

test('a change by others is shown once no save is pending', async () => {
  const { saver, asked } = begun()
  const done = saver.run('mine')
  saver.receive('mine')
  saver.receive('theirs')
  assert.equal(shown(saver), 'mine')
  asked[0]?.take()
  await done
  assert.equal(shown(saver), 'theirs')
  saver.receive('again theirs')
  assert.equal(shown(saver), 'again theirs')
  saver.end()
})

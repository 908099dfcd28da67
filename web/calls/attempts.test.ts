import { assert, test } from 'vitest'
import { Attempts } from './attempts.ts'

/** An attempt that lasts until `finish` is called. */
function attempt(joined: string[], name: string) {
  let finish = () => {}
  const work = () => {
    joined.push(name)
    return new Promise<void>((resolve) => {
      finish = resolve
    })
  }
  return { work, finish: () => finish() }
}

test('a call accepted while joining another one is joined after it', async () => {
  const joined: string[] = []
  const attempts = new Attempts()
  const [first, second] = [attempt(joined, 'first'), attempt(joined, 'second')]
  const one = attempts.join(1, first.work)
  await Promise.resolve()
  const other = attempts.join(2, second.work)
  assert.deepEqual(joined, ['first'])
  first.finish()
  await one
  while (joined.length < 2) await Promise.resolve()
  second.finish()
  await other
  assert.deepEqual(joined, ['first', 'second'])
})

test('joining a call twice, or starting one during that, makes one attempt', async () => {
  const joined: string[] = []
  const attempts = new Attempts()
  const first = attempt(joined, 'first')
  const one = attempts.join(1, first.work)
  await attempts.join(1, attempt(joined, 'again').work)
  const started = attempts.run(attempt(joined, 'started').work)
  first.finish()
  await Promise.all([one, started])
  assert.deepEqual(joined, ['first'])
})

test('of several calls accepted while joining one, only the last is joined', async () => {
  const joined: string[] = []
  const attempts = new Attempts()
  const [first, third] = [attempt(joined, 'first'), attempt(joined, 'third')]
  const all = [attempts.join(1, first.work), attempts.join(2, attempt(joined, 'second').work)]
  all.push(attempts.join(3, third.work))
  first.finish()
  while (joined.length < 2) await Promise.resolve()
  third.finish()
  await Promise.all(all)
  assert.deepEqual(joined, ['first', 'third'])
})

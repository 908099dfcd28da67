import { assert, test } from 'vitest'
import { Line } from './line.ts'

test('synchronous work runs at once, but after pending work', async () => {
  const line = new Line()
  const done: string[] = []
  line.add(() => done.push('at once'))
  assert.deepEqual(done, ['at once'])
  let end = () => {}
  line.add(
    () =>
      new Promise<void>((resolve) => {
        end = () => {
          done.push('long')
          resolve()
        }
      }),
  )
  line.add(() => Promise.reject(new Error('no')))
  const last = new Promise<void>((resolve) =>
    line.add(() => {
      done.push('after')
      resolve()
    }),
  )
  assert.deepEqual(done, ['at once'])
  end()
  await last
  assert.deepEqual(done, ['at once', 'long', 'after'])
})

import { assert, test } from '#test'
import { SharedText } from './shared-text.ts'

test('a failed compression is tried again, and its failure keeps the retry', async () => {
  let made = 0
  const text = new SharedText(
    () => {
      made++
      return 'text'
    },
    () => {
      if (made === 1) throw new Error('no room')
    },
  )
  const [one, other] = [text.part, text.part]
  await assert.rejects(one, /no room/)
  await assert.rejects(other, /no room/)
  const retry = text.part
  await Promise.resolve()
  assert.equal(text.part, retry)
  await retry
  assert.equal(made, 2)
})

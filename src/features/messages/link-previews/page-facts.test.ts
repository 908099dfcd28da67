import { assert, cpuMsOf, test } from '#test'
import { readPage } from './page-facts.ts'

const half = 2 ** 19
const filled = (part: string) => part.repeat(half / part.length)

test('a deeply nested page is cheap, and its head is used', async () => {
  const head = '<title>Plums</title><meta name="description" content="Ripe">'
  for (const part of ['<div>', '<b><i>', '<', '<a ', '<!--', '&', '</', '<title>']) {
    const ms = await cpuMsOf(() => {
      const { title, description } = readPage(`${head}${filled(part)}`, 'https://example.com/')
      assert.deepEqual([title, description], ['Plums', 'Ripe'], part)
    })
    assert.ok(ms < 1_000, `${part}: ${ms} ms`)
  }
})

test('a long page is read to its end', () => {
  const rows = '<p>x<br><img src="x"></p>'.repeat(5_000)
  const { image } = readPage(`${rows}<meta property="og:image" content="/plum.png">`, 'https://example.com/')
  assert.equal(image, 'https://example.com/plum.png')
})

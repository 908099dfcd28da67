import fc from 'fast-check'
import { maxMessageLength } from '#contract'
import { assert, holds, test } from '#test'
import { splitText, written } from './message-text.ts'

test('a long text is split into several messages without losing anything', async () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.constantFrom('\n', '\n```js\n', '\n```\n', ' '),
  )
  await holds(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const text = pieces.join('')
      const parts = splitText(text, 400)
      for (const part of parts) assert.ok([...part].length <= 400)
      // splitting may change whitespace at the ends, and closes and reopens code fences
      const letters = (some: string) => some.replace(/\s|^ {0,3}```.*$/gmu, '')
      assert.equal(letters(parts.join('\n')), letters(text))
    }),
    { runs: 200 },
  )
  assert.equal(splitText('x'.repeat(maxMessageLength)).length, 1)
})

test('split code continues as code', () => {
  const [first = '', second = ''] = splitText(`\`\`\`python\n${'a = 1\n'.repeat(2_000)}\`\`\``)
  assert.ok(first.endsWith('\n```'))
  assert.ok(second.startsWith('```python\n') && second.endsWith('```'))
})

test('unknown references become their labels, and unplaced files come last', () => {
  const unknown: string[] = []
  const text = written(
    [
      'Hi ',
      { person: 'a', label: '@Ann' },
      ', see ',
      { channel: 'c', label: '#plans', topic: 'x' },
      ' ',
      { message: 'm', label: 'this' },
    ],
    2,
    {
      person: () => undefined,
      group: () => undefined,
      channel: () => 'Plans',
      message: () => undefined,
      file: (place) => ({ name: `file ${place}.txt`, url: place === 0 ? '/user_uploads/x' : undefined }),
      unknown: (what, label) => void unknown.push(`${what} ${label}`),
    },
  )
  assert.equal(text, 'Hi @Ann, see #**Plans>x** this\n[file 0.txt](/user_uploads/x)\n*file 1.txt*')
  assert.deepEqual(unknown, ['people @Ann'])
})

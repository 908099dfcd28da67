import { assert, test } from '#test'
import { shortened } from './shortened-text.ts'

test('a payload within the limits stays unchanged', () => {
  const payload = { text: 'a'.repeat(9_000), blocks: [{ type: 'section', fields: ['b', 1, null, true, { c: [] }] }] }
  assert.deepEqual(shortened(payload), { payload, isCut: false })
})

test('any payload is bounded, and its types are kept', () => {
  const text = 'a'.repeat(100_000)
  const deep = { a: {} }
  let inner: Record<string, object> = deep.a
  for (let level = 0; level < 5_000; level++) {
    inner.a = {}
    inner = inner.a as Record<string, object>
  }
  for (const payload of [text, [text, text], Array(500_000).fill('a'), Array(500_000).fill({ a: [] }), deep]) {
    const short = shortened(payload)
    assert.ok(short.isCut)
    assert.ok(JSON.stringify(short.payload).length < 50_000)
  }
  assert.deepEqual(shortened([{ text, type: 'section' }, { type: 'header' }]), {
    payload: [{ text: 'a'.repeat(39_940), type: 'section' }],
    isCut: true,
  })
  assert.deepEqual(shortened('😀'.repeat(30_000).slice(1)).payload, '\ude00'.concat('😀'.repeat(19_989)))
})

import { brotliDecompressSync, crc32, gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { assert, holds, test } from '#test'
import { joinedCrc, shiftBy } from './crc.ts'
import { gzipOf, part, SharedBeginning, SharedText } from './index.ts'

const word = fc.constantFrom('leek soup ', '{"id":', ',', '"ä"', '宇宙', '\n', 'aaaaaaaaaaaaaaaa', '\u{1f957}')
const text = fc.oneof(
  fc.array(word, { maxLength: 40 }).map((words) => words.join('')),
  fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join('').repeat(9_000)),
  fc.string({ unit: 'binary', maxLength: 60 }).map((one) => one.toWellFormed()),
)

test('separately compressed parts form one gzip body in any order', () =>
  holds(
    fc.asyncProperty(fc.array(text, { maxLength: 6 }), async (texts) => {
      const parts = await Promise.all(texts.map((one, index) => part(one, (index % 9) + 1)))
      for (const all of [parts, [...parts].reverse(), [...parts, ...parts]]) {
        const plain = all.map((one) => texts[parts.indexOf(one)]).join('')
        assert.equal(String(gunzipSync(gzipOf(all))), plain)
      }
    }),
    { runs: 60 },
  ))

test('a shared beginning is compressed once and works with any end', () =>
  holds(
    fc.asyncProperty(text, fc.array(text, { minLength: 1, maxLength: 4 }), async (beginning, ends) => {
      const shared = new SharedBeginning(beginning)
      for (const end of ends) {
        const [gzip, brotli] = await Promise.all([shared.compressed('gzip', end), shared.compressed('br', end)])
        const isFit = end.length > 0 && Buffer.byteLength(end) <= 65_535
        assert.deepEqual([gzip !== undefined, brotli !== undefined], [isFit, isFit])
        if (gzip) assert.equal(String(gunzipSync(gzip)), beginning + end)
        if (brotli) assert.equal(String(brotliDecompressSync(brotli)), beginning + end)
      }
    }),
    { runs: 60 },
  ))

test('the CRC of two concatenated texts follows from theirs', () =>
  holds(
    fc.property(fc.uint8Array({ maxLength: 3_000 }), fc.uint8Array({ maxLength: 3_000 }), (one, other) => {
      const both = crc32(Buffer.concat([one, other]))
      assert.equal(joinedCrc(crc32(one), crc32(other), shiftBy(other.length)), both)
    }),
    { runs: 200 },
  ))

test('a shared text is generated on demand and compressed once', async () => {
  let made = 0
  const kept: number[] = []
  const shared = new SharedText(
    () => {
      made++
      return 'leek soup '.repeat(100)
    },
    (bytes) => kept.push(bytes),
  )
  const parts = await Promise.all([shared.part, shared.part, shared.part])
  assert.deepEqual([made, new Set(parts).size, kept], [1, 1, [parts[0]?.body.length]])
  assert.equal(shared.text, 'leek soup '.repeat(100))
  assert.equal(made, 2)
})

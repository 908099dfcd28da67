import fc from 'fast-check'
import { assert, holds, test } from '#test'
import { inUtf8, type OtherEncoding } from './utf8.ts'

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(bytes: Uint8Array, size = 7): Promise<{ text: string; found: OtherEncoding[] }> {
  const found: OtherEncoding[] = []
  const parts: Buffer[] = []
  for await (const part of inUtf8(inPieces(bytes, size), (encoding) => found.push(encoding)))
    parts.push(Buffer.from(part))
  return {
    text: Buffer.concat(parts)
      .toString('utf8')
      .replace(/^\ufeff/, ''),
    found,
  }
}

const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16()
const text = '{"name": "Grüße aus Köln – €"}'
const latin = '{"name": "Grüße aus Köln"}'

test('UTF-16 of either byte order is read with and without a BOM', async () => {
  for (const size of [1, 2, 3, 64])
    for (const bytes of [
      Buffer.from(`\ufeff${text}`, 'utf16le'),
      Buffer.from(text, 'utf16le'),
      swapped(`\ufeff${text}`),
      swapped(text),
    ])
      assert.deepEqual(await read(bytes, size), { text, found: ['UTF-16'] })
})

test('Latin-1 is read as Windows-1252, wherever chunks end', async () => {
  for (const size of [1, 2, 5, 64]) {
    assert.deepEqual(await read(Buffer.from(latin, 'latin1'), size), { text: latin, found: ['Latin-1'] })
    assert.deepEqual(await read(Buffer.from([0x80, 0xe4])), { text: '€ä', found: ['Latin-1'] })
  }
})

test('UTF-8 stays unchanged, wherever chunks end', async () => {
  await holds(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 9 }), async (given, size) => {
      const whole = `{"${given.replaceAll('\0', '')}`
      assert.deepEqual(await read(Buffer.from(whole), size), { text: whole, found: [] })
    }),
    { runs: 200 },
  )
})

test("a damaged byte in UTF-8 doesn't change the text around it", async () => {
  const bytes = Buffer.concat([Buffer.from('Grüße, schöne '), Buffer.from([0xff]), Buffer.from(' Wörter')])
  assert.deepEqual(await read(bytes, 64), { text: 'Grüße, schöne \ufffd Wörter', found: [] })
})

import { crc32, deflateSync } from 'node:zlib'

/** A PNG chunk: length, name, content, checksum. */
function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'ascii'), content])
  const part = Buffer.alloc(named.length + 8)
  part.writeUInt32BE(content.length, 0)
  named.copy(part, 4)
  part.writeUInt32BE(crc32(named), named.length + 4)
  return part
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

export type Colour = readonly [red: number, green: number, blue: number]

/** A square image in two colors; `inked` selects the second. */
export function drawPng(
  size: number,
  [paper, ink]: [Colour, Colour],
  inked: (x: number, y: number) => boolean,
): Buffer {
  const bytesPerRow = 1 + Math.ceil(size / 8)
  const rows = Buffer.alloc(bytesPerRow * size)
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++)
      if (inked(x, y)) {
        const at = y * bytesPerRow + 1 + (x >> 3)
        rows[at] = (rows[at] as number) | (0x80 >> (x & 7))
      }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  // one bit per pixel, an index into the palette
  header[8] = 1
  header[9] = 3
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from([...paper, ...ink])),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

// Writes fonts in the WOFF2 format (https://www.w3.org/TR/WOFF2/), without its transformations of glyphs.
import { brotliCompressSync, constants } from 'node:zlib'

const knownTags =
  'cmap head hhea hmtx maxp name OS/2 post cvt  fpgm glyf loca prep CFF  VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG  sbix'.match(
    /.{4}(?= |$)/g,
  )
const otherTag = 63
/** For glyphs and their places, this version means that they aren't transformed; for other tables, zero does. */
const untransformed = 3 << 6

export function woff2Of(tables) {
  const directory = Buffer.concat(tables.map(entryOf))
  const { length } = Buffer.concat(tables.map(({ content }) => content))
  const data = brotliCompressSync(Buffer.concat(tables.map(({ content }) => content)), {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_FONT,
      [constants.BROTLI_PARAM_SIZE_HINT]: length,
    },
  })
  const size = 48 + directory.length + data.length
  const padding = Buffer.alloc(-size & 3)
  const header = Buffer.alloc(48)
  header.write('wOF2', 'latin1')
  header.writeUInt32BE(0x00010000, 4)
  header.writeUInt32BE(size + padding.length, 8)
  header.writeUInt16BE(tables.length, 12)
  const unpacked = tables.reduce((sum, { content }) => sum + ((content.length + 3) & ~3), 12 + 16 * tables.length)
  header.writeUInt32BE(unpacked, 16)
  header.writeUInt32BE(data.length, 20)
  header.writeUInt16BE(1, 24)
  return Buffer.concat([header, directory, data, padding])
}

function entryOf({ tag, content }) {
  const known = knownTags.indexOf(tag)
  const index = known < 0 ? otherTag : known
  const version = tag === 'glyf' || tag === 'loca' ? untransformed : 0
  const name = known < 0 ? Buffer.from(tag, 'latin1') : Buffer.alloc(0)
  return Buffer.concat([Buffer.of(index | version), name, base128(content.length)])
}

/** Seven bits per byte, the highest first. */
function base128(value) {
  const bytes = [value & 127]
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) bytes.unshift((rest & 127) | 128)
  return Buffer.from(bytes)
}

// Subsets of a font, made by HarfBuzz.
import { inflateSync } from 'node:zlib'

/** HarfBuzz's constants. */
const [writable, dropTables] = [2, 3]
/** Glyphs of another format, and metrics of vertical text. */
const unneeded = ['SVG ', 'vhea', 'vmtx']

export class FontSubsets {
  #library
  #face

  constructor(library, face) {
    this.#library = library
    this.#face = face
  }

  /** Reads a font in the first WOFF format. */
  static async of(woff, wasm) {
    const { instance } = await WebAssembly.instantiate(wasm, {})
    const library = instance.exports
    library._initialize?.()
    const font = fontFile(tablesIn(woff))
    const place = library.malloc(font.length)
    new Uint8Array(library.memory.buffer).set(font, place)
    const blob = library.hb_blob_create(place, font.length, writable, 0, 0)
    return new FontSubsets(library, library.hb_face_create(blob, 0))
  }

  /** Tables of a font with only the characters of a CSS `unicode-range`, and their sequences. */
  subset(range) {
    const library = this.#library
    const input = library.hb_subset_input_create_or_fail()
    const characters = library.hb_subset_input_unicode_set(input)
    for (const character of charactersIn(range)) library.hb_set_add(characters, character)
    const dropped = library.hb_subset_input_set(input, dropTables)
    for (const tag of unneeded) library.hb_set_add(dropped, Buffer.from(tag, 'latin1').readUInt32BE())
    const face = library.hb_subset_or_fail(this.#face, input)
    if (face === 0) throw new Error(`No font can be made of ${range}`)
    const blob = library.hb_face_reference_blob(face)
    const bytes = new Uint8Array(
      library.memory.buffer,
      library.hb_blob_get_data(blob, 0),
      library.hb_blob_get_length(blob),
    )
    const tables = tablesOf(Buffer.from(bytes))
    library.hb_blob_destroy(blob)
    library.hb_face_destroy(face)
    library.hb_subset_input_destroy(input)
    if (!tables.some(({ tag }) => tag === 'COLR')) throw new Error(`The font of ${range} has no colors`)
    return tables
  }
}

export function* charactersIn(range) {
  for (const part of range.split(',')) {
    const [first, last = first] = part
      .trim()
      .replace(/^U\+/i, '')
      .split('-')
      .map((digits) => Number.parseInt(digits, 16))
    for (let character = first; character <= last; character++) yield character
  }
}

const tagAt = (bytes, at) => bytes.toString('latin1', at, at + 4)

function tablesIn(woff) {
  return Array.from({ length: woff.readUInt16BE(12) }, (_, index) => {
    const entry = 44 + 20 * index
    const [at, packed, size] = [4, 8, 12].map((field) => woff.readUInt32BE(entry + field))
    const content = woff.subarray(at, at + packed)
    // perf: the largest one is dropped
    const tag = tagAt(woff, entry)
    return { tag, content: unneeded.includes(tag) || packed === size ? content : inflateSync(content) }
  }).filter(({ tag }) => !unneeded.includes(tag))
}

function tablesOf(font) {
  return Array.from({ length: font.readUInt16BE(4) }, (_, index) => {
    const entry = 12 + 16 * index
    const [at, size] = [8, 12].map((field) => font.readUInt32BE(entry + field))
    return { tag: tagAt(font, entry), content: font.subarray(at, at + size) }
  })
}

/** Without checksums, which HarfBuzz doesn't read. */
function fontFile(tables) {
  const header = Buffer.alloc(12 + 16 * tables.length)
  header.writeUInt32BE(0x00010000)
  header.writeUInt16BE(tables.length, 4)
  const parts = [header]
  let at = header.length
  for (const [index, { tag, content }] of tables.entries()) {
    const entry = 12 + 16 * index
    header.write(tag, entry, 'latin1')
    header.writeUInt32BE(at, entry + 8)
    header.writeUInt32BE(content.length, entry + 12)
    const padding = Buffer.alloc(-content.length & 3)
    parts.push(content, padding)
    at += content.length + padding.length
  }
  return Buffer.concat(parts)
}

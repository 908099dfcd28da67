import { emojiFrom } from './emoji-character.ts'
import { commonRange } from './unicode-range.ts'

/** Names of the systems' color fonts. */
const systemFonts = ['Apple Color Emoji', 'Segoe UI Emoji', 'Noto Color Emoji', 'Twemoji Mozilla']

/** True if emoji in these fonts have colors. Black ones come from a text font. */
function drawsPictures(families: string): boolean {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 24
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return true
  context.font = `20px ${families}`
  context.textBaseline = 'top'
  context.fillText(emojiFrom('1f600'), 0, 0)
  const { data } = context.getImageData(0, 0, 24, 24)
  for (let at = 0; at < data.length; at += 4) if (data[at] !== data[at + 1] || data[at] !== data[at + 2]) return true
  return false
}

/** Emoji ranges, so that other scripts don't load the font. Digits are for keycaps only. */
const unicodeRange =
  'U+23, U+2A, U+30-39, U+200D, U+203C, U+2049, U+20E3, U+2122, U+2139, U+2194-21AA, U+231A-23FF, U+24C2, U+25AA-25FE, U+2600-27BF, U+2934-2B55, U+3030, U+303D, U+3297, U+3299, U+FE0F, U+1F000-1FAFF, U+E0020-E007F'

/** Always emoji: use this font even if another has them in one color. Arrows and check marks are text by default. */
const alwaysPictures =
  'U+200D, U+FE0F, U+231A-231B, U+23E9-23EC, U+23F0, U+23F3, U+25FD-25FE, U+2614-2615, U+2648-2653, U+267F, U+2693, U+26A1, U+26AA-26AB, U+26BD-26BE, U+26C4-26C5, U+26CE, U+26D4, U+26EA, U+26F2-26F3, U+26F5, U+26FA, U+26FD, U+2705, U+270A-270B, U+2728, U+274C, U+274E, U+2753-2755, U+2757, U+2795-2797, U+27B0, U+27BF, U+2B1B-2B1C, U+2B50, U+2B55, U+1F004, U+1F0CF, U+1F18E, U+1F191-1F19A, U+1F1E6-1F1FF, U+1F201, U+1F21A, U+1F22F, U+1F232-1F236, U+1F238-1F23A, U+1F250-1F251, U+1F300-1FAFF, U+E0020-E007F'

/** Puts an installed color font first, because WebKit takes the first glyph; else adds one in parts, loaded on demand. */
export async function addEmojiFont(): Promise<void> {
  if (drawsPictures('sans-serif')) return
  const installed = systemFonts.filter((name) => drawsPictures(`"${name}", sans-serif`))
  if (installed.length > 0) {
    const sources = installed.map((name) => `local("${name}")`).join()
    document.fonts.add(new FontFace('Loquat Emoji', sources, { unicodeRange: alwaysPictures }))
    return
  }
  const { default: parts } = await import('virtual:emoji-fonts')
  for (const { url, range } of parts) {
    // relative to this file, because the server may be mounted below a path
    const source = `url("${new URL(url, import.meta.url).href}")`
    const add = (family: string, unicodeRange: string) => {
      if (unicodeRange) document.fonts.add(new FontFace(family, source, { unicodeRange, display: 'swap' }))
    }
    add('Noto Color Emoji', commonRange(range, unicodeRange))
    add('Loquat Emoji', commonRange(range, alwaysPictures))
  }
}

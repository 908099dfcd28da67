/** The character of a code such as `1f44b` or `1f1e9-1f1ea`. */
export const emojiFrom = (code: string): string =>
  String.fromCodePoint(...code.split('-').map((part) => Number.parseInt(part, 16)))

/** Whether this device has pictures for emoji: one that is drawn in black has colours all the same. */
function hasEmoji(): boolean {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 24
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return true
  context.font = '20px sans-serif'
  context.textBaseline = 'top'
  context.fillText(emojiFrom('1f600'), 0, 0)
  const { data } = context.getImageData(0, 0, 24, 24)
  for (let at = 0; at < data.length; at += 4) if (data[at] !== data[at + 1] || data[at] !== data[at + 2]) return true
  return false
}

/** Where emoji are: text of other scripts that a device has no letters for is no reason to load the font. */
const unicodeRange =
  'U+200D, U+203C, U+2049, U+20E3, U+2122, U+2139, U+2194-21AA, U+231A-23FF, U+24C2, U+25AA-25FE, U+2600-27BF, U+2934-2B55, U+3030, U+303D, U+3297, U+3299, U+FE0F, U+1F000-1FAFF, U+E0020-E007F'

/** Brings a font with emoji where there is none: six megabytes, which browsers load with the first emoji they meet. */
export async function addEmojiFont(): Promise<void> {
  if (hasEmoji()) return
  const { default: url } = await import(
    '@fontsource/noto-color-emoji/files/noto-color-emoji-emoji-400-normal.woff2?url'
  )
  document.fonts.add(new FontFace('Noto Color Emoji', `url("${url}")`, { unicodeRange, display: 'swap' }))
}

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

/** Brings a font with emoji where there is none: five megabytes in parts, of which browsers load those they need. */
export async function addEmojiFont(): Promise<void> {
  if (!hasEmoji()) await import('@fontsource/noto-color-emoji/400.css')
}

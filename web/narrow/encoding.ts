/** Encodes names for URL hashes: `.` replaces `%`, which browsers would decode. */
export const encodeOperand = (text: string): string =>
  encodeURIComponent(text)
    .replace(/[.()]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '.')

/** Undefined if the text isn't valid. */
export function decodeOperand(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('.', '%'))
  } catch {
    return undefined
  }
}

/** Encodes names for URL hashes: `.` replaces `%`, which browsers would decode. */
export const encodeOperand = (text: string): string =>
  encodeURIComponent(text)
    .replace(/[.()]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '.')

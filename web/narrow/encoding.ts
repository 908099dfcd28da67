/** Names in addresses: `%` is written as `.`, which browsers leave alone. */
export const encodeOperand = (text: string): string =>
  encodeURIComponent(text)
    .replace(/[.()]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '.')

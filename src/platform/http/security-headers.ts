const year = 31_536_000

/**
 * No type sniffing and, over HTTPS, HSTS and no window handles for other sites (over HTTP, browsers warn about these).
 */
export const securityHeaders = (overTls: boolean): Readonly<Record<string, string>> => ({
  'x-content-type-options': 'nosniff',
  ...(overTls ? { 'cross-origin-opener-policy': 'same-origin', 'strict-transport-security': `max-age=${year}` } : {}),
})

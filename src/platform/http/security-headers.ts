const year = 31_536_000

/** No type sniffing; over HTTPS, also HSTS and no window handles for other sites. Over HTTP, browsers complain. */
export const securityHeaders = (overTls: boolean): Readonly<Record<string, string>> => ({
  'x-content-type-options': 'nosniff',
  ...(overTls ? { 'cross-origin-opener-policy': 'same-origin', 'strict-transport-security': `max-age=${year}` } : {}),
})

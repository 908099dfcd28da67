const year = 31_536_000

/**
 * Sent with every answer: don't guess content types, and, where people reach the server by https, keep other sites' pages
 * from holding a handle to a window of this one, and use nothing but https. Browsers ignore both, and complain, over http.
 */
export const securityHeaders = (overTls: boolean): Readonly<Record<string, string>> => ({
  'x-content-type-options': 'nosniff',
  ...(overTls ? { 'cross-origin-opener-policy': 'same-origin', 'strict-transport-security': `max-age=${year}` } : {}),
})

const year = 31_536_000

/**
 * Headers of every answer: no content type sniffing and, if the server is reached over HTTPS, HSTS and no window
 * handles for other sites. Over HTTP, browsers ignore the last two and log a warning.
 */
export const securityHeaders = (overTls: boolean): Readonly<Record<string, string>> => ({
  'x-content-type-options': 'nosniff',
  ...(overTls ? { 'cross-origin-opener-policy': 'same-origin', 'strict-transport-security': `max-age=${year}` } : {}),
})

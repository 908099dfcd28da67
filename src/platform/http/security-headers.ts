const year = 31_536_000

/**
 * What every answer tells browsers: not to guess types, not to let other sites' pages hold on to a window of this one, and,
 * where people reach the server by https, to come by nothing else.
 */
export const securityHeaders = (overTls: boolean): Readonly<Record<string, string>> => ({
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  ...(overTls ? { 'strict-transport-security': `max-age=${year}` } : {}),
})

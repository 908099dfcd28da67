/** Whether the client's ETags include this one; a proxy that compresses makes them weak. */
export const names = (header: string, etag: string): boolean =>
  header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)

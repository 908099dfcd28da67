/** Whether what a client says that it has is of this name; a proxy that compresses makes a name weak. */
export const names = (header: string, etag: string): boolean =>
  header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)

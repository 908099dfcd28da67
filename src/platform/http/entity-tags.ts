/** Whether the client has one of these ETags (`If-None-Match`); a proxy that compresses makes them weak. */
export const includesEtag = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag))

/** The day at the reader, as `YYYY-MM-DD`: a date in UTC may be the day before or after. */
export const localDay = (at: Date): string =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-')

/** A value for each of some words; for any other word nothing, even for one that means something to JavaScript. */
export const table = <T = string>(values: Readonly<Record<string, T>>): Readonly<Record<string, T | undefined>> =>
  Object.assign(Object.create(null) as Record<string, T>, values)

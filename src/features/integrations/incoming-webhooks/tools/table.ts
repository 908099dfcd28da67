/** A look-up table without inherited properties. */
export const table = <T = string>(values: Readonly<Record<string, T>>): Readonly<Record<string, T | undefined>> =>
  Object.assign(Object.create(null) as Record<string, T>, values)

import { p } from '../../texts/people-settings.ts'

/** The first names, and the number of others as the last entry: "Ada, Ben, and 7 more". */
export const namesAndOthers = (names: readonly string[], most: number): string[] =>
  names.length <= most ? [...names] : [...names.slice(0, most), p.otherUsers(names.length - most)]

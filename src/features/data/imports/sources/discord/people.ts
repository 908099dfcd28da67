import { type Fields, fieldIn, isSet, lineIn, recordsIn, textIn } from '../../containers/fields.ts'
import type { PersonRecord } from '../../records.ts'

/** The author first. */
export const peopleIn = (message: Fields): Fields[] =>
  [
    fieldIn(message, 'author'),
    ...recordsIn(message, 'mentions'),
    fieldIn(fieldIn(message, 'interaction'), 'user'),
    ...recordsIn(message, 'reactions').flatMap((reaction) => recordsIn(reaction, 'users')),
  ].filter((person) => person !== undefined)

/** Exports don't say who has left, so every account can be claimed only by invitation. */
export function personOf(fields: Fields): PersonRecord | undefined {
  const key = textIn(fields, 'id')
  if (key === undefined) return undefined
  return {
    key,
    fullName: lineIn(fields, 'nickname') ?? lineIn(fields, 'name') ?? key,
    role: 'member',
    isBot: isSet(fields, 'isBot'),
    isActive: !/^Deleted User\b/.test(lineIn(fields, 'name') ?? ''),
  }
}

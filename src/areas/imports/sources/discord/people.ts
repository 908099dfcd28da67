import { type Fields, fieldIn, isSet, lineIn, recordsIn, textIn } from '../../containers/fields.ts'
import type { PersonRecord } from '../../records.ts'

/** Everybody whom a message has with their names, the author first. */
export const peopleIn = (message: Fields): Fields[] =>
  [
    fieldIn(message, 'author'),
    ...recordsIn(message, 'mentions'),
    fieldIn(fieldIn(message, 'interaction'), 'user'),
    ...recordsIn(message, 'reactions').flatMap((reaction) => recordsIn(reaction, 'users')),
  ].filter((person) => person !== undefined)

/** Names are all there is; who has left looks like who is there, so all are to be claimed by nobody. */
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

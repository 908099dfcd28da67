import { type Fields, fieldIn, isSet, lineIn, recordsIn, type Times, textIn, textsIn } from '../../containers/fields.ts'
import type { PersonRecord } from '../../records.ts'

/** Visitors of a website's live chat. */
export const isVisitor = (fields: Fields): boolean => textIn(fields, 'type') === 'unknown'

/** Reads only these fields: the document also contains password hashes and tokens. */
export function personOf(fields: Fields, times: Times): PersonRecord | undefined {
  const key = textIn(fields, '_id')
  if (key === undefined) return undefined
  const roles = textsIn(fields, 'roles')
  const nickname = lineIn(fields, 'nickname')
  const isBot = /^(?:bot|app)$/.test(textIn(fields, 'type') ?? '') || roles.includes('bot')
  return {
    key,
    email: isBot ? undefined : recordsIn(fields, 'emails').map((one) => lineIn(one, 'address'))[0],
    fullName: lineIn(fields, 'name') ?? lineIn(fields, 'username') ?? key,
    role: roles.includes('admin') ? 'administrator' : roles.includes('guest') ? 'guest' : 'member',
    isBot,
    isActive: isSet(fields, 'active'),
    createdAt: times.iso(textIn(fields, 'createdAt')),
    profile: Object.fromEntries(
      [['Nickname', nickname], ['Bio', textIn(fields, 'bio')], ...customFields(fields)].filter(
        (entry): entry is [string, string] => entry[1] !== undefined,
      ),
    ),
  }
}

const customFields = (fields: Fields): [name: string, value: string | undefined][] => {
  const custom = fieldIn(fields, 'customFields')
  return Object.keys(custom ?? {}).map((name) => [
    name,
    textIn(custom, name) ?? (textsIn(custom, name).join(', ') || undefined),
  ])
}

/** A removed account; its messages still have the name. */
export const strangerOf = (key: string, author: Fields | undefined): PersonRecord => ({
  key,
  fullName: lineIn(author, 'name') ?? lineIn(author, 'username') ?? key,
  role: 'member',
  isBot: false,
  isActive: false,
})

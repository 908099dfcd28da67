import { plainName } from '../sign-in/identity.ts'
import { emailAddress } from '../users/input.ts'
import type { Directory } from './directory.ts'
import { bytesOf, type Entry, textOf } from './entry.ts'

/** Somebody whom a directory knows. */
export interface Person {
  readonly dn: string
  /** Stays when everything else changes. */
  readonly subject: string
  readonly email: string | undefined
  readonly fullName: string
  /** What groups call members that do not have their whole names. */
  readonly login: string
  readonly isDisabled: boolean
  /** When the entry was changed, as the directory says it; empty where it does not. */
  readonly stamp: string
  /** Of the profile fields that the configuration names, by these names; empty for none. */
  readonly profile: ReadonlyMap<string, string>
}

/** Attributes whose values are no text. */
export const binaryAttributes = ({ uniqueId, picture }: Directory): string[] => [
  ...new Set(['objectGUID', 'objectSid', ...(isText(uniqueId) ? [] : [uniqueId]), ...(picture ? [picture] : [])]),
]

/** The picture is left out: it is asked for where it may have changed. */
export const personAttributes = (directory: Directory): string[] => [
  ...new Set([
    directory.uniqueId,
    directory.email,
    directory.stamp,
    ...directory.fullName,
    ...directory.loginAttributes,
    ...(directory.control ? [directory.control.attribute] : []),
    ...directory.profileFields.values(),
  ]),
]

const isText = (uniqueId: string) => !/^(objectguid|objectsid)$/i.test(uniqueId)

/** Undefined for an entry that says nothing by which it could be known again. */
export function personIn(directory: Directory, entry: Entry): Person | undefined {
  const { uniqueId, control } = directory
  const id = isText(uniqueId) ? textOf(entry, uniqueId).toLowerCase() : bytesOf(entry, uniqueId)?.toString('hex')
  if (!id || id.length > 500) return undefined
  const email = emailAddress.safeParse(textOf(entry, directory.email))
  const login = textOf(entry, directory.loginAttributes[0] as string)
  const names = directory.fullName.map((attribute) => textOf(entry, attribute))
  return {
    dn: entry.dn,
    subject: id,
    email: email.success ? email.data : undefined,
    fullName: plainName([...names, login.split('@')[0] ?? '', email.success ? (email.data.split('@')[0] ?? '') : '']),
    login,
    isDisabled: control !== null && (Number(textOf(entry, control.attribute)) & control.disabledBits) !== 0,
    stamp: textOf(entry, directory.stamp),
    profile: new Map([...directory.profileFields].map(([field, attribute]) => [field, textOf(entry, attribute)])),
  }
}

import { emailAddress } from '../../people/users/input.ts'
import { plainName } from '../sign-in/identity.ts'
import type { Directory } from './directory.ts'
import { bytesOf, type Entry, textOf } from './entry.ts'

export interface Person {
  readonly dn: string
  /** Stable, even if everything else changes. */
  readonly subject: string
  readonly email: string | undefined
  readonly fullName: string
  /** Groups may list members by this name instead of the DN. */
  readonly login: string
  readonly isDisabled: boolean
  /** Time of the entry's last change; empty if unknown. */
  readonly stamp: string
  /** By profile field name; empty if the entry has no value. */
  readonly profile: ReadonlyMap<string, string>
}

export const binaryAttributes = ({ uniqueId, picture }: Directory): string[] => [
  ...new Set(['objectGUID', 'objectSid', ...(isText(uniqueId) ? [] : [uniqueId]), ...(picture ? [picture] : [])]),
]

/** Without the picture, which is only fetched if it may have changed. */
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

/** Undefined if the entry has no usable unique id. */
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

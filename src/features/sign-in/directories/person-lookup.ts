import { DirectoryError, withDirectory } from './connection.ts'
import type { Directory } from './directory.ts'
import { allOf, anyOf, equals } from './filter.ts'
import { binaryAttributes, type Person, personAttributes, personIn } from './person.ts'

export interface LookedUp {
  readonly dn: string
  readonly person: Person
  /** Undefined if no password was given. */
  readonly passwordFits: boolean | undefined
}

/** Finds a person as a sign-in does; throws a {@link DirectoryError} that says why there's none. */
export const lookUp = (directory: Directory, name: string, password?: string): Promise<LookedUp> =>
  withDirectory(directory, async (connection) => {
    const byName = anyOf(...directory.loginAttributes.map((attribute) => equals(attribute, name)))
    const search = {
      filter: allOf(directory.userFilter, byName),
      attributes: personAttributes(directory),
      binary: binaryAttributes(directory),
    }
    const [entry, ...more] = await connection.few(directory.base, search, 2)
    if (!entry) throw new DirectoryError('wrong', `has no entry below ${directory.base} that matches ${search.filter}`)
    if (more.length > 0) throw new DirectoryError('wrong', 'has several entries with this sign-in name')
    const person = personIn(directory, entry)
    if (!person) throw new DirectoryError('wrong', `has an entry without ${directory.uniqueId}`)
    const passwordFits = password === undefined ? undefined : await connection.binds(entry.dn, password)
    return { dn: entry.dn, person, passwordFits }
  })

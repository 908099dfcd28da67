import type { Config } from '#platform/config'
import type { Organization } from '#platform/organization'
import type { OpenContext } from '#platform/serve'
import { organizationCache } from '../../people/organization/cache.ts'
import { type Connection, DirectoryError, withDirectory } from './connection.ts'
import { type Directory, isDirectoryOf } from './directory.ts'
import { directoriesIn } from './directory-file.ts'
import { allOf, anyOf, equals } from './filter.ts'
import { binaryAttributes, type Person, personAttributes, personIn } from './person.ts'

/** In the order of the configuration. */
export const directoriesOf = (config: Config, org: Organization): readonly Directory[] => {
  const { subdomain } = org.get(organizationCache)
  return directoriesIn(config).filter((one) => isDirectoryOf(one, subdomain))
}

/** Longer ones can't be valid. */
const most = { username: 254, password: 1_000 }

interface Found {
  readonly directory: Directory
  readonly person: Person
}

/** Throws if a directory that could know the person doesn't answer. */
export async function personWithPassword(
  { server, org, request }: Pick<OpenContext, 'server' | 'org' | 'request'>,
  username: string,
  password: string,
): Promise<Found | undefined> {
  const name = username.trim()
  if (name === '' || password === '' || name.length > most.username || password.length > most.password) return undefined
  let problem: DirectoryError | undefined
  for (const directory of directoriesOf(server.config, org))
    try {
      const person = await withDirectory(directory, (connection) => proved(connection, directory, name, password))
      if (person === 'several')
        request.warn(`directory ${directory.name}: several entries match this sign-in name; sign-in rejected`)
      else if (person) return { directory, person }
    } catch (error) {
      if (!(error instanceof DirectoryError)) throw error
      request.warn(`directory ${directory.name}: ${error.message}`)
      problem = error
    }
  if (problem) throw problem
  return undefined
}

async function proved(
  connection: Connection,
  directory: Directory,
  name: string,
  password: string,
): Promise<Person | 'several' | undefined> {
  const byName = anyOf(...directory.loginAttributes.map((attribute) => equals(attribute, name)))
  const search = {
    filter: allOf(directory.userFilter, byName),
    attributes: personAttributes(directory),
    binary: binaryAttributes(directory),
  }
  const [entry, ...more] = await connection.few(directory.base, search, 2)
  if (!entry) return undefined
  if (more.length > 0) return 'several'
  const person = personIn(directory, entry)
  if (!person) throw new DirectoryError('wrong', `has an entry without ${directory.uniqueId}`)
  // before binding as the person, because the connection keeps that identity
  const isDisabled = person.isDisabled || (await fitsDisabled(connection, directory, entry.dn))
  return (await connection.binds(entry.dn, password)) ? { ...person, isDisabled } : undefined
}

async function fitsDisabled(connection: Connection, { disabledFilter }: Directory, dn: string): Promise<boolean> {
  if (disabledFilter === null) return false
  return (await connection.few(dn, { filter: disabledFilter, attributes: ['1.1'], scope: 'base' }, 1)).length > 0
}

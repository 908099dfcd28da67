import { type Connection, withDirectory } from './connection.ts'
import type { Directory, GroupLine, GroupSource } from './directory.ts'
import { bytesOf, type Entry, nextOfRange, sameName, textOf, valuesOf } from './entry.ts'
import { allOf, equals, inChain } from './filter.ts'
import { binaryAttributes, type Person, personAttributes, personIn } from './person.ts'

export interface Contents {
  readonly people: ReadonlyMap<string, Person>
  readonly withPicture: ReadonlySet<string>
  /** Members of each mapped group; undefined if the group couldn't be read. */
  readonly members: ReadonlyMap<GroupLine, ReadonlySet<string> | undefined>
  /** Names of entries that couldn't be read, and the reasons. */
  readonly problems: readonly (readonly [name: string, problem: string])[]
}

/** Reads page by page; `told` gets the number of people so far. Throws DirectoryError. */
export const contentsOf = (directory: Directory, told: (people: number) => void): Promise<Contents> =>
  withDirectory(directory, async (connection) => {
    const problems: [string, string][] = []
    const people = new Map<string, Person>()
    for await (const page of connection.pages(directory.base, {
      filter: directory.userFilter,
      attributes: personAttributes(directory),
      binary: binaryAttributes(directory),
    })) {
      for (const entry of page) {
        const person = personIn(directory, entry)
        if (person) people.set(person.subject, person)
        else problems.push([entry.dn, `has no ${directory.uniqueId}`])
      }
      told(people.size)
    }
    const { disabledFilter, picture } = directory
    for (const subject of disabledFilter ? await subjects(connection, directory, disabledFilter) : []) {
      const person = people.get(subject)
      if (person) people.set(subject, { ...person, isDisabled: true })
    }
    const withPicture = picture ? await subjects(connection, directory, `(${picture}=*)`) : new Set<string>()
    const { groups } = directory
    const members = groups ? await membersOf(connection, directory, groups, people, problems) : new Map()
    told(people.size)
    return { people, withPicture, members, problems }
  })

async function subjects(connection: Connection, directory: Directory, filter: string): Promise<Set<string>> {
  const found = new Set<string>()
  const search = {
    filter: allOf(directory.userFilter, filter),
    attributes: [directory.uniqueId],
    binary: binaryAttributes(directory),
  }
  for await (const page of connection.pages(directory.base, search))
    for (const entry of page) {
      const person = personIn(directory, entry)
      if (person) found.add(person.subject)
    }
  return found
}

async function membersOf(
  connection: Connection,
  directory: Directory,
  source: GroupSource,
  people: ReadonlyMap<string, Person>,
  problems: [string, string][],
): Promise<Map<GroupLine, ReadonlySet<string> | undefined>> {
  const byLogin = /^memberuid$/i.test(source.memberAttribute)
  const subjectOf = new Map(
    [...people.values()].map(({ dn, login, subject }) => [byLogin ? login.toLowerCase() : sameName(dn), subject]),
  )
  const known = new Map<string, ReadonlySet<string> | undefined>()
  for (const { group } of source.map) {
    if (known.has(group)) continue
    known.set(group, undefined)
    const entry = await groupNamed(connection, source, group)
    if (typeof entry === 'string') {
      problems.push([group, entry])
      continue
    }
    if (source.isNested) known.set(group, await subjects(connection, directory, inChain(entry.dn)))
    else {
      const names = await namesOfMembers(connection, source, entry)
      const found = names.map((name) => subjectOf.get(byLogin ? name.toLowerCase() : sameName(name)))
      known.set(group, new Set(found.filter((subject) => subject !== undefined)))
    }
  }
  return new Map(source.map.map((line) => [line, known.get(line.group)]))
}

async function groupNamed(
  connection: Connection,
  { base, filter, nameAttribute, memberAttribute, isNested }: GroupSource,
  name: string,
): Promise<Entry | string> {
  const attributes = [nameAttribute, ...(isNested ? [] : [memberAttribute])]
  const [entry, ...more] = name.includes('=')
    ? await connection.few(name, { filter, attributes, scope: 'base' }, 1)
    : await connection.few(base, { filter: allOf(filter, equals(nameAttribute, name)), attributes }, 2)
  if (!entry) return 'is no group of the directory'
  return more.length > 0 ? 'is the name of several groups: name the one that is meant by its DN' : entry
}

/** Active Directory returns 1,500 values at a time. */
async function namesOfMembers(
  connection: Connection,
  { memberAttribute, filter }: GroupSource,
  first: Entry,
): Promise<string[]> {
  const names: string[] = []
  for (let entry: Entry | undefined = first; entry; ) {
    for (const value of valuesOf(entry, memberAttribute)) names.push(value.toString())
    const next = nextOfRange(entry, memberAttribute)
    if (next === undefined) break
    const attributes = [`${memberAttribute};range=${next}-*`]
    entry = (await connection.few(first.dn, { filter, attributes, scope: 'base' }, 1))[0]
  }
  return names
}

export async function pictureOf(
  connection: Connection,
  directory: Directory,
  { dn }: Person,
): Promise<Buffer | undefined> {
  const { picture, userFilter } = directory
  if (picture === null) return undefined
  const search = {
    filter: userFilter,
    attributes: [picture],
    binary: binaryAttributes(directory),
    scope: 'base',
  } as const
  const [entry] = await connection.few(dn, search, 1)
  return entry && bytesOf(entry, picture)
}

export const countPeople = (directory: Directory): Promise<number> =>
  withDirectory(directory, async (connection) => {
    let count = 0
    const search = {
      filter: directory.userFilter,
      attributes: [directory.uniqueId],
      binary: binaryAttributes(directory),
    }
    for await (const page of connection.pages(directory.base, search))
      for (const entry of page) {
        const has = bytesOf(entry, directory.uniqueId) ?? textOf(entry, directory.uniqueId)
        if (has.length > 0) count++
      }
    return count
  })

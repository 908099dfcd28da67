import { join } from 'node:path'
import type { Config } from './config.ts'
import { databaseAddressError } from './database-addresses.ts'

/** What the first database is called beside others. */
export const homeName = 'home'

/** A database beside the first one. */
interface NamedAddress {
  readonly name: string
  readonly url: string
}

/** `east=postgres://…,west=postgres://…`; undefined for a text that is none. */
export function parseDatabases(text: string): readonly NamedAddress[] | undefined {
  const all: NamedAddress[] = []
  for (const part of text.split(/,(?=\s*[\w-]*=postgres(?:ql)?:\/\/)/)) {
    const [, name = '', url = ''] = /^\s*([a-z][a-z0-9-]{0,30})=(.*)$/s.exec(part.trim()) ?? []
    if (name === '' || name === homeName || databaseAddressError(url) !== undefined) return undefined
    if (all.some((one) => one.name === name)) return undefined
    all.push({ name, url })
  }
  return all
}

/** The further databases, each with what holds for it: it has backups of its own, below the place of the first one's. */
export function furtherDatabases(config: Config): { name: string; config: Config }[] {
  const { databases, backupTo, dataDir } = config
  const found = databases === undefined ? [] : (parseDatabases(databases) ?? [])
  return found.map(({ name, url }) => ({
    name,
    config: {
      ...config,
      databaseUrl: url,
      databaseSessionUrl: undefined,
      databaseReadUrl: undefined,
      databases: undefined,
      backupTo: `${backupTo ?? join(dataDir, 'backups')}/databases/${name}`,
    },
  }))
}

import type { Tables } from '#platform/db'
import type * as column from './column.ts'
import { tablesOfChannels } from './tables/channels.ts'
import type { ExportedTable, TableLeftOut } from './tables/declaration.ts'
import { tablesLeftOut } from './tables/left-out.ts'
import { tablesOfMessages } from './tables/messages.ts'
import { tablesOfPeople } from './tables/people.ts'

export type { ExportedTable } from './tables/declaration.ts'

/** Every table of the database that has rows of organizations: each one after those that it refers to. */
const declared = {
  ...tablesOfPeople,
  ...tablesOfChannels,
  ...tablesOfMessages,
  ...tablesLeftOut,
} satisfies { [T in keyof Tables]: ExportedTable | TableLeftOut }

export const declaredTables: Readonly<Record<string, ExportedTable | TableLeftOut>> = declared

/** Those in archives, in their order. */
export const exportedTables = (withSecrets: boolean): [name: string, table: ExportedTable][] =>
  Object.entries(declaredTables).flatMap(([name, table]) =>
    'leftOut' in table || (table.isSecret && !withSecrets) ? [] : [[name, table]],
  )

/** The columns of a table that are in archives, in their order. */
export const columnsOf = ({ columns }: ExportedTable): [name: string, column: column.Column][] =>
  Object.entries(columns).filter(([, { absent }]) => !absent)

/** Which column says whose a row is. */
export const ownerColumn = (table: string): 'id' | 'org_id' => (table === 'organization' ? 'id' : 'org_id')

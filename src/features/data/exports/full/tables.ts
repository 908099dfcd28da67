import type { Tables } from '#platform/db'
import type * as column from './column.ts'
import { tablesOfChannels } from './tables/channels.ts'
import type { ExportedTable, TableLeftOut } from './tables/declaration.ts'
import { tablesLeftOut } from './tables/left-out.ts'
import { tablesOfMessages } from './tables/messages.ts'
import { tablesOfPeople } from './tables/people.ts'

export type { ExportedTable } from './tables/declaration.ts'

/** Every table with rows of organizations. Tables come after those that they refer to. */
const declared = {
  ...tablesOfPeople,
  ...tablesOfChannels,
  ...tablesOfMessages,
  ...tablesLeftOut,
} satisfies { [T in keyof Tables]: ExportedTable | TableLeftOut }

export const declaredTables: Readonly<Record<string, ExportedTable | TableLeftOut>> = declared

export const exportedTables = (withSecrets: boolean): [name: string, table: ExportedTable][] =>
  Object.entries(declaredTables).flatMap(([name, table]) =>
    'leftOut' in table || (table.isSecret && !withSecrets) ? [] : [[name, table]],
  )

export const columnsOf = ({ columns }: ExportedTable): [name: string, column: column.Column][] =>
  Object.entries(columns).filter(([, { absent }]) => !absent)

export const ownerColumn = (table: string): 'id' | 'org_id' => (table === 'organization' ? 'id' : 'org_id')

import type { Tables } from '#platform/db'
import * as column from '../column.ts'

/** A table of the database whose rows are in archives. */
export interface ExportedTable {
  /** By which rows are ordered, and no two are the same. */
  readonly key: readonly string[]
  readonly columns: Readonly<Record<string, column.Column>>
  /** In archives with secrets only. */
  readonly isSecret?: true
}

/** A table whose rows are in no archive, and why. */
export interface TableLeftOut {
  readonly leftOut: string
}

type Columns<T extends keyof Tables> = { [C in keyof Tables[T] & string]: column.Column }
type Key<T extends keyof Tables> = readonly (keyof Tables[T] & string)[]

/** All columns of a table, in the order of archives; without one of them it does not compile. */
export const exported = <T extends keyof Tables>(_table: T, key: Key<T>, columns: Columns<T>): ExportedTable => ({
  key,
  columns,
})
/** The same for a table that is in archives with secrets only. */
export const secrets = <T extends keyof Tables>(table: T, key: Key<T>, columns: Columns<T>): ExportedTable => ({
  ...exported(table, key, columns),
  isSecret: true,
})

/** What several tables have. */
export const emojiColumns = { emoji_name: column.plain, emoji_code: column.emojiCode, reaction_type: column.plain }
export const described = { name: column.plain, description: column.markdown, rendered_description: column.html }

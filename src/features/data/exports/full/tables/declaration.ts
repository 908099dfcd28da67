import type { Tables } from '#platform/db'
import * as column from '../column.ts'

export interface ExportedTable {
  /** A unique key, by which rows are sorted. */
  readonly key: readonly string[]
  readonly columns: Readonly<Record<string, column.Column>>
  readonly isSecret?: true
}

export interface TableLeftOut {
  readonly leftOut: string
}

type Columns<T extends keyof Tables> = { [C in keyof Tables[T] & string]: column.Column }
type Key<T extends keyof Tables> = readonly (keyof Tables[T] & string)[]

/** Columns in the order of archives; a missing column doesn't compile. */
export const exported = <T extends keyof Tables>(_table: T, key: Key<T>, columns: Columns<T>): ExportedTable => ({
  key,
  columns,
})
/** A table that is only in archives with secrets. */
export const secrets = <T extends keyof Tables>(table: T, key: Key<T>, columns: Columns<T>): ExportedTable => ({
  ...exported(table, key, columns),
  isSecret: true,
})

export const emojiColumns = { emoji_name: column.plain, emoji_code: column.emojiCode, reaction_type: column.plain }
export const described = { name: column.plain, description: column.markdown, rendered_description: column.html }

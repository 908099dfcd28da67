import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Tables } from './tables.generated.ts'

export type Row<T extends keyof Tables> = Selectable<Tables[T]>
export type NewRow<T extends keyof Tables> = Insertable<Tables[T]>
export type Changes<T extends keyof Tables> = Updateable<Tables[T]>

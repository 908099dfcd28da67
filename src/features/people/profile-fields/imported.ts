import type { Mutation } from '#platform/organization'
import { accountChanged } from '../users/states.ts'
import { type ImportedValue, insertImportedValues } from './store.ts'

export type { ImportedValue }

/** Fills imported profiles; existing values stay. Clients see the values after they register again. */
export async function putImportedValues(mutation: Mutation, values: readonly ImportedValue[]): Promise<void> {
  if (values.length === 0) return
  await insertImportedValues(mutation.tx, mutation.org.id, values)
  for (const user_id of new Set(values.map(({ userId }) => userId))) mutation.emit(accountChanged, { user_id })
}

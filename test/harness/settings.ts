import { accountChanged } from '../../src/features/people/users/states.ts'
import type { Person } from './person.ts'

/** Personal settings as rows: for tests of what follows from them. */
export const choose = (person: Person, settings: Record<string, unknown>) =>
  person.org.transact(null, async ({ tx, emit }) => {
    await tx.updateTable('account').set({ settings }).where('id', '=', person.id).execute()
    emit(accountChanged, { user_id: person.id })
  })

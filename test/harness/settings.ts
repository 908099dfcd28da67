import { event, id } from '#contract'
import type { Person } from './person.ts'

const accountChanged = event('account', null, { user_id: id })

/** Personal settings as rows: for tests of what follows from them. */
export const choose = (person: Person, settings: Record<string, unknown>) =>
  person.org.write(null, async ({ tx, emit }) => {
    await tx.updateTable('account').set({ settings }).where('id', '=', person.id).execute()
    emit(accountChanged, { user_id: person.id }, [])
  })

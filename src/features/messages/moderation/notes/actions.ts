import { isAdministrator, type UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { restrictableUser } from '../../../people/restrictions/access.ts'
import type { Account } from '../../../people/users/account.ts'
import { announceFile } from '../access.ts'
import * as errors from '../errors.ts'
import { maxNotesPerPerson } from '../limits.ts'
import * as store from './store.ts'

export async function addNote(mutation: Mutation, userId: UserId, content: string) {
  const account = restrictableUser(mutation, userId)
  if ((await store.count(mutation.tx, userId)) >= maxNotesPerPerson)
    throw errors.tooManyNotes({}, { limit: maxNotesPerPerson })
  const row = await store.insert(mutation.tx, {
    ...{ org_id: mutation.org.id, user_id: userId, author_id: mutation.viewer.id },
    ...{ content, created_at: mutation.now, edited_at: null },
  })
  announceFile(mutation, account)
  return store.toWire(row)
}

export async function changeNote(mutation: Mutation, userId: UserId, id: number, content: string) {
  const account = restrictableUser(mutation, userId)
  const before = await store.find(mutation.tx, userId, id)
  if (!before) throw errors.noSuchNote()
  if (before.author_id !== mutation.viewer.id) throw errors.notYourNote()
  if (before.content === content) return store.toWire(before)
  const row = await store.change(mutation.tx, id, { content, edited_at: mutation.now })
  announceFile(mutation, account)
  return store.toWire(row)
}

export async function removeNote(mutation: Mutation, userId: UserId, id: number): Promise<void> {
  const account = restrictableUser(mutation, userId)
  const before = await store.find(mutation.tx, userId, id)
  if (!before) throw errors.noSuchNote()
  if (before.author_id !== mutation.viewer.id && !isAdministrator(mutation.viewer)) throw errors.notYourNote()
  await store.remove(mutation.tx, id)
  announceFile(mutation, account)
}

/** When a person's profile is deleted. */
export async function forgetNotes(mutation: Mutation, account: Account): Promise<void> {
  await store.removeAll(mutation.tx, account.id)
}

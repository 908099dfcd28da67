import { isModerator, type UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { hook } from '#platform/serve'
import { makeReadOnly } from '../../../people/restrictions/actions.ts'
import { endings } from '../../../people/restrictions/due.ts'
import type { Account } from '../../../people/users/account.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { textsIn } from '../texts.ts'
import type * as store from './store.ts'

/** Called after a moderation rule made someone read-only, in the same transaction. */
export const authorRestricted = hook<[Account]>()

/** Makes the author of a refused message, or the owner of the bot that sent it, read-only. */
export async function restrictAuthor(
  mutation: Mutation,
  senderId: UserId,
  { name, restrict_minutes: minutes, message, condition }: store.Stored,
): Promise<void> {
  const { org } = mutation
  const people = mutation.get(peopleCache)
  const sender = people.byId.get(senderId)
  const person = sender && (people.ownerOf(sender) ?? sender)
  // the account may have changed since the message was refused
  if (!person?.isActive || person.botType !== null || isModerator(person)) return
  const { rules } = textsIn(org.language)
  // not the error's default text, which is worded for the author of the message it's shown with
  const reason = message === '' ? rules.reasons[condition.kind] : message
  const row = await makeReadOnly(mutation, person, { minutes, reason, note: rules.restricted(name) })
  if (!row) return
  await authorRestricted(mutation, person)
  const due = row.due_at
  if (due) mutation.onCommit(() => org.services.workDue(endings, due))
}

import { isAdministrator, mustBeAdministrator } from '#contract'
import type { Mutation } from '#platform/organization'
import { channelsCache } from '../../../channels/channels/cache.ts'
import type { Account } from '../../../people/users/account.ts'
import type { Deletion, WrittenIn } from '../../../people/users/actions/delete-profile.ts'
import { writtenBy } from '../store/archive.ts'
import { maxAtOnce, removeMessages } from './delete.ts'

/** Deletes the next batch of a deactivated user's messages, oldest first. */
export async function deleteWritten(
  mutation: Mutation,
  account: Account,
  where: WrittenIn,
  deletion: Deletion,
): Promise<void> {
  if (!isAdministrator(mutation.viewer)) throw mustBeAdministrator()
  const conversations = mutation
    .get(channelsCache)
    .inOrder()
    .filter(({ isPrivate }) => (isPrivate ? where.privateChannels : where.publicChannels))
    .map(({ conversationId }) => conversationId)
  const places = { conversations, directs: where.directConversations }
  const ids = await writtenBy(mutation.tx, mutation.org.id, account.id, places, deletion.after, maxAtOnce)
  await removeMessages(mutation, ids, mutation.viewer.id)
  deletion.after = ids.at(-1) ?? deletion.after
  deletion.isMore = ids.length === maxAtOnce
}

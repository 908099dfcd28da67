import { isAdministrator, mustBeAdministrator } from '#contract'
import type { Act } from '#platform/organization'
import { channelsMirror } from '../../channels/mirror.ts'
import type { Account } from '../../users/account.ts'
import type { Deletion, WrittenIn } from '../../users/actions/delete-profile.ts'
import { writtenBy } from '../store/archive.ts'
import { mostAtOnce, removeMessages } from './delete.ts'

/** Deletes the next batch of a deactivated user's messages, oldest first. */
export async function deleteWritten(act: Act, account: Account, where: WrittenIn, deletion: Deletion): Promise<void> {
  if (!isAdministrator(act.viewer)) throw mustBeAdministrator()
  const conversations = act
    .get(channelsMirror)
    .inOrder()
    .filter(({ isPrivate }) => (isPrivate ? where.privateChannels : where.publicChannels))
    .map(({ conversationId }) => conversationId)
  const places = { conversations, directs: where.directConversations }
  const ids = await writtenBy(act.tx, act.org.id, account.id, places, deletion.after, mostAtOnce)
  await removeMessages(act, ids, act.viewer.id)
  deletion.after = ids.at(-1) ?? deletion.after
  deletion.isMore = ids.length === mostAtOnce
}

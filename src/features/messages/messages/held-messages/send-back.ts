import type { Mutation } from '#platform/organization'
import { canSeeChannel } from '../../../channels/channels/access.ts'
import type { Channel } from '../../../channels/channels/channel.ts'
import { membershipsOf } from '../../../channels/channels/subscribers-cache.ts'
import { languageOfAccount } from '../../../people/users/account.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { verbatim } from '../actions/notices.ts'
import { notify } from '../actions/notify.ts'
import { shortContent } from '../shortened-text.ts'
import { type Texts, textsIn } from '../texts.ts'
import type { Stored } from './store.ts'

/**
 * Returns a held or hidden message to its author or, if that's a bot, to its owner, with the reason. Without a reason, it
 * sends nothing.
 */
export async function sendBack(
  mutation: Mutation,
  { user_id, content }: Pick<Stored, 'user_id' | 'content'>,
  reasonIn: (texts: Texts, canSee: (channel: Channel) => boolean) => string | undefined,
): Promise<void> {
  const people = mutation.get(peopleCache)
  const author = people.byId.get(user_id)
  const receiver = author?.botType === null ? author : author && people.ownerOf(author)
  const viewer = receiver && mutation.org.viewer(receiver.id)
  if (!author?.isActive || !receiver?.isActive || !viewer) return
  const memberships = membershipsOf(mutation, viewer.id)
  const canSee = (channel: Channel) => canSeeChannel(viewer, channel, memberships.isSubscribed(channel.id))
  const language = languageOfAccount(receiver)
  const reason = reasonIn(textsIn(language), canSee)
  if (reason === undefined) return
  const text = `${reason}\n\n${verbatim(content)}`
  await notify(mutation, receiver, shortContent(text, language), canSee)
}

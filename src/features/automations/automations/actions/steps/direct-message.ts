import { invalidArgument } from '#contract'
import { checkCanSend } from '../../../../messages/messages/access/send.ts'
import { compose, composeContext } from '../../../../messages/messages/actions/compose.ts'
import { sendMessage } from '../../../../messages/messages/actions/send.ts'
import { visibilityOf } from '../../../../people/users/access/index.ts'
import { peopleCache } from '../../../../people/users/cache.ts'
import type { DirectMessage } from '../../steps/direct-message-input.ts'
import { client } from './post.ts'
import type { StepKind } from './step-kind.ts'

export const directMessage: StepKind<DirectMessage> = {
  check(mutation, { user_ids }, { channelId, at }) {
    if (channelId !== null)
      throw invalidArgument({}, { name: `${at}.kind`, reason: 'is not available for automations of a channel' })
    const { byId } = mutation.get(peopleCache)
    const knows = visibilityOf(mutation.org, mutation.viewer)
    for (const id of user_ids) {
      const account = byId.get(id)
      if (!account?.isActive || account.botType !== null || !knows(id))
        throw invalidArgument({}, { name: `${at}.user_ids`, reason: `${id} is not an active user` })
    }
    return []
  },
  async prepare({ org, viewer, fill }, { user_ids, text }) {
    const place = { type: 'direct', to: user_ids, topic: undefined } as const
    const outgoing = await compose(composeContext(org, viewer), { place, content: fill(text), client })
    return async (mutation) => {
      await checkCanSend(mutation, outgoing)
      const { id } = await sendMessage(mutation, { ...outgoing, senderRead: true })
      return { message_id: id }
    }
  },
}

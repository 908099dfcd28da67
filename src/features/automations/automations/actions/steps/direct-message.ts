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
  check(mutation, step, { channelId, at, hasCause }) {
    const { user_ids } = step
    const refuse = (reason: string) => invalidArgument({}, { name: `${at}.user_ids`, reason })
    if (user_ids === null) {
      if (!hasCause) throw refuse('can be null only with a trigger that has a person')
      return { step, joins: [] }
    }
    if (channelId !== null) throw refuse('must be null in automations of a channel')
    const { byId } = mutation.get(peopleCache)
    const knows = visibilityOf(mutation.org, mutation.viewer)
    for (const id of user_ids) {
      const account = byId.get(id)
      if (!account?.isActive || account.botType !== null || !knows(id)) throw refuse(`${id} is not an active user`)
    }
    return { step, joins: [] }
  },
  async prepare({ org, viewer, fill, cause }, { user_ids, text }) {
    const to = user_ids ?? (cause ? [cause.person.id] : [])
    const place = { type: 'direct', to, topic: undefined } as const
    const outgoing = await compose(composeContext(org, viewer), { place, content: fill(text), client })
    return async (mutation) => {
      await checkCanSend(mutation, outgoing)
      const { id } = await sendMessage(mutation, { ...outgoing, senderRead: true })
      return { message_id: id }
    }
  },
}

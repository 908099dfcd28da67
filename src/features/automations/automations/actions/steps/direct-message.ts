import { invalidArgument } from '#contract'
import { visibilityOf } from '../../../../people/users/access/index.ts'
import { peopleCache } from '../../../../people/users/cache.ts'
import type { DirectMessage } from '../../steps/direct-message-input.ts'
import { messageEffect } from './message-effect.ts'
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
  prepare: (context, { user_ids, text }) =>
    messageEffect(context, { type: 'direct', to: user_ids, topic: undefined }, text),
}

import { invalidArgument } from '#contract'
import type { DirectMessage } from '../../steps/direct-message-input.ts'
import { causeParts } from '../../triggers/cause-rules.ts'
import { messageEffect } from './message-effect.ts'
import { checkPeople } from './people-check.ts'
import type { StepKind } from './step-kind.ts'

export const directMessage: StepKind<DirectMessage> = {
  canBeRolledBack: true,
  check(mutation, step, { channelId, at, trigger }) {
    const { user_ids } = step
    const refuse = (reason: string) => invalidArgument({}, { name: `${at}.user_ids`, reason })
    if (user_ids === null) {
      if (!causeParts(trigger).person) throw refuse('can only be null if the trigger involves a person')
      return { step, channelsToJoin: [] }
    }
    if (channelId !== null) throw refuse("must be null in a channel's automations")
    checkPeople(mutation, user_ids, at)
    return { step, channelsToJoin: [] }
  },
  prepare(context, { user_ids, text }) {
    const to = user_ids ?? (context.cause ? [context.cause.person.id] : [])
    return messageEffect(context, { type: 'direct', to, topic: undefined }, text)
  },
}

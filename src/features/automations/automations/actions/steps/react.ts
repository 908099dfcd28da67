import { ApiError, invalidArgument } from '#contract'
import { addReaction } from '../../../../messages/messages/reactions/actions.ts'
import { reactionExists } from '../../../../messages/messages/reactions/api.ts'
import { causeUnavailable } from '../../errors.ts'
import type { React, StoredReact } from '../../steps/react-input.ts'
import { causeParts } from '../../triggers/cause-rules.ts'
import { checkedEmoji } from '../checked-emoji.ts'
import type { StepKind } from './step-kind.ts'

export const react: StepKind<React, StoredReact> = {
  check({ org }, { kind, ...emoji }, { trigger, at }) {
    if (!causeParts(trigger).message)
      throw invalidArgument({}, { name: `${at}.kind`, reason: 'requires a trigger that involves a message' })
    return { step: { kind, ...checkedEmoji(org, emoji, at) }, channelsToJoin: [] }
  },
  async prepare({ cause }, { kind: _, ...emoji }) {
    const id = cause?.message?.id
    if (id === undefined) throw causeUnavailable()
    return async (mutation) => {
      try {
        await addReaction(mutation, id, emoji)
      } catch (error) {
        // added by an earlier step or run
        if (!(error instanceof ApiError) || error.code !== reactionExists.code) throw error
      }
      return {}
    }
  },
}

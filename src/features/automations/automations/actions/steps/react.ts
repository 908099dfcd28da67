import { ApiError } from '#contract'
import { addReaction } from '../../../../messages/messages/reactions/actions.ts'
import { reactionExists } from '../../../../messages/messages/reactions/api.ts'
import type { React, StoredReact } from '../../steps/react-input.ts'
import { checkedEmoji } from '../checked-emoji.ts'
import { checkHasMessage, messageOf } from './cause-message.ts'
import type { StepKind } from './step-kind.ts'

export const react: StepKind<React, StoredReact> = {
  canBeRolledBack: true,
  check({ org }, { kind, ...emoji }, location) {
    checkHasMessage(location)
    return { step: { kind, ...checkedEmoji(org, emoji, location.at) }, channelsToJoin: [] }
  },
  async prepare({ cause }, { kind: _, ...emoji }) {
    const { id } = messageOf(cause)
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

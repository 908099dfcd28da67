import { ApiError, invalidArgument } from '#contract'
import { addReaction } from '../../../../messages/messages/reactions/actions.ts'
import { reactionExists } from '../../../../messages/messages/reactions/api.ts'
import { causeGone } from '../../errors.ts'
import type { React, StoredReact } from '../../steps/react-input.ts'
import { causeParts } from '../../triggers/cause-rules.ts'
import { savedEmoji } from '../saved-emoji.ts'
import type { StepKind } from './step-kind.ts'

export const react: StepKind<React, StoredReact> = {
  check({ org }, { kind, ...emoji }, { trigger, at }) {
    if (!causeParts(trigger).message)
      throw invalidArgument({}, { name: `${at}.kind`, reason: 'needs a trigger with a message' })
    return { step: { kind, ...savedEmoji(org, emoji, at) }, joins: [] }
  },
  async prepare({ cause }, { kind: _, ...emoji }) {
    const id = cause?.message?.id
    if (id === undefined) throw causeGone()
    return async (mutation) => {
      try {
        await addReaction(mutation, id, emoji)
      } catch (error) {
        // an earlier step or run has added it
        if (!(error instanceof ApiError) || error.code !== reactionExists.code) throw error
      }
      return {}
    }
  },
}

import { ApiError } from '#contract'
import { addReaction, removeReaction } from '../../src/features/messages/messages/reactions/api.ts'
import type { Reaction } from '../../src/features/messages/messages/wire.ts'
import { showRefusal } from '../parts/refusal.ts'
import { message, messages } from '../store/messages.ts'
import { ownId } from '../store/people.ts'
import { api } from '../transport/api.ts'

export type ChosenEmoji = Pick<Reaction, 'emoji_name' | 'emoji_code' | 'reaction_type'>

export const thumb: ChosenEmoji = { emoji_name: '+1', emoji_code: '1f44d', reaction_type: 'unicode_emoji' }

const same = (one: ChosenEmoji, other: ChosenEmoji): boolean =>
  one.emoji_code === other.emoji_code && one.reaction_type === other.reaction_type

/** What was asked for a moment ago is answered first. */
let before: Promise<unknown> = Promise.resolve()

/** Reacts, or takes one's reaction back: at once on this screen, and as it was where the server refuses. */
export function toggleReaction(messageId: number, { emoji_name, emoji_code, reaction_type }: ChosenEmoji): void {
  const emoji = { emoji_name, emoji_code, reaction_type }
  const known = message(messageId)
  if (!known) return
  const isOn = known.reactions.some((one) => one.user_id === ownId.value && same(one, emoji))
  show(messageId, emoji, !isOn)
  before = before.then(async () => {
    try {
      const what = { message_id: messageId, ...emoji }
      await (isOn ? api.call(removeReaction, what) : api.call(addReaction, what))
    } catch (problem) {
      // it is as was wished: done elsewhere meanwhile
      const isDone =
        problem instanceof ApiError && /^REACTION_(ALREADY_EXISTS|DOES_NOT_EXIST)$/.test(String(problem.code))
      if (isDone) return
      show(messageId, emoji, isOn)
      // of a message that is gone nobody asks any more
      if (message(messageId)) showRefusal(problem)
    }
  })
}

function show(messageId: number, emoji: ChosenEmoji, on: boolean): void {
  messages.apply({
    id: -1,
    type: 'reaction',
    op: on ? 'add' : 'remove',
    message_id: messageId,
    user_id: ownId.value,
    ...emoji,
  })
}

/** Reacts with the emoji of the first reaction there is. */
export function toggleFirstReaction(messageId: number): void {
  const first = message(messageId)?.reactions[0]
  if (first) toggleReaction(messageId, first)
}

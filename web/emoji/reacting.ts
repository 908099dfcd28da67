import { ApiError } from '#contract'
import { addReaction, removeReaction } from '../../src/features/messages/messages/reactions/api.ts'
import type { Reaction } from '../../src/features/messages/messages/wire.ts'
import { readOut } from '../parts/read-out.ts'
import { showRefusal } from '../parts/refusal.ts'
import { message, messages } from '../store/messages.ts'
import { ownId } from '../store/people.ts'
import { t } from '../texts/index.ts'
import { api } from '../transport/api.ts'

export type ChosenEmoji = Pick<Reaction, 'emoji_name' | 'emoji_code' | 'reaction_type'>

export const thumb: ChosenEmoji = { emoji_name: '+1', emoji_code: '1f44d', reaction_type: 'unicode_emoji' }

const same = (one: ChosenEmoji, other: ChosenEmoji): boolean =>
  one.emoji_code === other.emoji_code && one.reaction_type === other.reaction_type

/** Requests are sent in order. */
let before: Promise<unknown> = Promise.resolve()

/** Adds or removes your reaction: right away on this screen, and reverted if the server refuses. */
export function toggleReaction(messageId: number, { emoji_name, emoji_code, reaction_type }: ChosenEmoji): void {
  const emoji = { emoji_name, emoji_code, reaction_type }
  const known = message(messageId)
  if (!known) return
  const isOn = known.reactions.some((one) => one.user_id === ownId.value && same(one, emoji))
  show(messageId, emoji, !isOn)
  // a focused reaction button says so itself
  const isSaid = Boolean(document.activeElement?.closest('.reactions'))
  if (!isOn && !isSaid) readOut(t.reactedBy([t.youFirst], emoji_name.replaceAll('_', ' ')))
  before = before.then(async () => {
    try {
      const what = { message_id: messageId, ...emoji }
      await (isOn ? api.call(removeReaction, what) : api.call(addReaction, what))
    } catch (problem) {
      // already done on another device
      const isDone =
        problem instanceof ApiError && /^REACTION_(ALREADY_EXISTS|DOES_NOT_EXIST)$/.test(String(problem.code))
      if (isDone) return
      show(messageId, emoji, isOn)
      // don't show an error for a message that's gone
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

export function toggleFirstReaction(messageId: number): void {
  const first = message(messageId)?.reactions[0]
  if (first) toggleReaction(messageId, first)
}

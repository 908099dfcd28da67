import { getModmail } from '../../../src/features/messages/modmail/api.ts'
import type { ModmailState } from '../../../src/features/messages/modmail/wire.ts'
import { nameOf, person } from '../../store/people.ts'
import { s } from '../../texts/restrictions.ts'
import { api } from '../../transport/api.ts'

/** Conversations with the moderators, newest first. */
export async function fetchPage(state: ModmailState, limit: number) {
  const { modmail: items, has_more } = await api.call(getModmail, { state, limit })
  return { items, has_more }
}
export type Conversation = Awaited<ReturnType<typeof fetchPage>>['items'][number]

export const personOf = ({ user_id }: Conversation): string => nameOf(user_id) || s.someone

/** Whether the conversation is an appeal of someone who is still banned. */
export const isBanAppeal = ({ kind, user_id }: Conversation): boolean =>
  kind === 'appeal' && person(user_id)?.is_active === false

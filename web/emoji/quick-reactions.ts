import type { Message } from '../../src/features/messages/messages/wire.ts'
import type { CustomEmoji } from '../../src/features/text/custom-emoji/api.ts'
import { part } from '../store/connection.ts'
import { ownId } from '../store/people.ts'
import type { ChosenEmoji } from './reacting.ts'
import { recentEmoji } from './recent-emoji.ts'

const customEmoji = part<Record<string, CustomEmoji>>('realm_emoji')

/** Defaults for users who haven't used enough emoji yet. */
const usual: readonly ChosenEmoji[] = [
  ['+1', '1f44d'],
  ['heart', '2764'],
  ['tada', '1f389'],
  ['check', '2705'],
  ['eyes', '1f440'],
  ['joy', '1f602'],
].map(([emoji_name = '', emoji_code = '']) => ({ emoji_name, emoji_code, reaction_type: 'unicode_emoji' }))

const isSame = (one: ChosenEmoji, other: ChosenEmoji): boolean =>
  one.emoji_code === other.emoji_code && one.reaction_type === other.reaction_type

const isOffered = ({ reaction_type, emoji_code }: ChosenEmoji): boolean =>
  reaction_type !== 'realm_emoji' || customEmoji.value?.[emoji_code]?.deactivated === false

/** The emoji to offer without opening the list: recent ones first. */
export function quickReactions(count: number): readonly ChosenEmoji[] {
  const recent = recentEmoji().filter(isOffered)
  return [...recent, ...usual.filter((one) => !recent.some((other) => isSame(one, other)))].slice(0, count)
}

export const hasReacted = ({ reactions }: Message, emoji: ChosenEmoji): boolean =>
  reactions.some((one) => one.user_id === ownId.value && isSame(one, emoji))

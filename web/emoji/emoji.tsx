import type { Reaction } from '../../src/features/messages/messages/wire.ts'
import type { CustomEmoji } from '../../src/features/text/custom-emoji/api.ts'
import { emojiFrom } from '../parts/emoji-character.ts'
import { part } from '../store/connection.ts'
import { below } from '../transport/place.ts'

const customEmoji = part<Record<string, CustomEmoji>>('realm_emoji')
/** The only built-in emoji with a picture. */
const ownPicture = '/static/icon.png'

/** An emoji's character or custom picture; its name if there's neither. */
export const Emoji = ({ emoji }: { emoji: Pick<Reaction, 'emoji_code' | 'emoji_name' | 'reaction_type'> }) => {
  if (emoji.reaction_type === 'unicode_emoji') return <span class="emoji">{emojiFrom(emoji.emoji_code)}</span>
  const url = emoji.reaction_type === 'realm_emoji' ? customEmoji.value?.[emoji.emoji_code]?.source_url : ownPicture
  if (url === undefined) return <>:{emoji.emoji_name}:</>
  return <img class="emoji" src={below(url)} alt={`:${emoji.emoji_name}:`} title={`:${emoji.emoji_name}:`} />
}

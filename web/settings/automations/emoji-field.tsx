import { Emoji } from '../../emoji/emoji.tsx'
import { openEmojiList } from '../../emoji/picker.tsx'
import type { ChosenEmoji } from '../../emoji/reacting.ts'

interface Props {
  readonly label: string
  readonly emoji: ChosenEmoji
  choose(emoji: ChosenEmoji): void
}

export function EmojiField({ label, emoji, choose }: Props) {
  return (
    <div class="automation-field">
      <span class="label" aria-hidden="true">
        {label}
      </span>
      <button
        type="button"
        class="button automation-emoji"
        aria-label={`${label}: ${emoji.emoji_name}`}
        aria-haspopup="dialog"
        onClick={({ currentTarget }) =>
          openEmojiList({
            box: currentTarget.getBoundingClientRect(),
            returnTo: () => currentTarget,
            choose,
            isOwn: ({ emoji_code }) => emoji_code === emoji.emoji_code,
          })
        }
      >
        <Emoji emoji={emoji} /> {emoji.emoji_name}
      </button>
    </div>
  )
}

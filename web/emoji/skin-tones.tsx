import { emojiFrom } from '../parts/emoji-character.ts'
import { keepSkinTone, skinTone, skinTones } from '../store/skin-tone.ts'
import { a } from '../texts/actions.ts'
import { Emoji } from './emoji.tsx'
import type { ChosenEmoji } from './reacting.ts'
import { toned } from './toned.ts'

/** With the user's skin tone, as it's inserted into text. */
export const TonedEmoji = ({ emoji }: { emoji: ChosenEmoji }) => {
  if (emoji.reaction_type !== 'unicode_emoji') return <Emoji emoji={emoji} />
  return <span class="emoji">{toned(emojiFrom(emoji.emoji_code), skinTone.value)}</span>
}

const hand = emojiFrom('270b')
/** No tone, and those of `skinTones`. */
const { none, light, mediumLight, medium, mediumDark, dark } = a.skinTones
const names = [none, light, mediumLight, medium, mediumDark, dark]

export const Tones = () => (
  <fieldset class="emoji-tones">
    <legend class="visually-hidden">{a.skinTone}</legend>
    {[undefined, ...skinTones].map((tone, index) => (
      <label key={tone} title={names[index]}>
        <input
          type="radio"
          name="skin-tone"
          aria-label={names[index]}
          checked={skinTone.value === tone}
          onChange={() => keepSkinTone(tone)}
        />
        <span class="emoji" aria-hidden="true">
          {toned(hand, tone)}
        </span>
      </label>
    ))}
  </fieldset>
)

export { emojiCalled, withEmoji, withoutSkinTone } from './chat-names.ts'
export { emoticons, findEmoticons } from './emoticons.ts'
export {
  codeOfName,
  codeToNames,
  type Emoji,
  type EmojiType,
  EXTRA_EMOJI,
  emojiByName,
  emojiData,
  isExtraEmoji,
  isExtraEmojiType,
  isUnicodeEmoji,
  nameOfCode,
} from './names.ts'
export { findUnicodeEmoji, unicodeOfCode } from './unicode.ts'

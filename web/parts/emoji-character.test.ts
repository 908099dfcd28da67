import { expect, test } from 'vitest'
import { codeToNames, findUnicodeEmoji } from '../../src/platform/emoji/index.ts'
import { emojiFrom } from './emoji-character.ts'

test('a code renders as a picture even if the character alone is text', () => {
  expect(emojiFrom('1f44b')).toBe('👋')
  expect(emojiFrom('1f1e9-1f1ea')).toBe('🇩🇪')
  expect(emojiFrom('0033-20e3')).toBe('3\ufe0f\u20e3')
  expect(emojiFrom('2764')).toBe('❤\ufe0f')
  expect(emojiFrom('1f441-200d-1f5e8')).toBe('👁\ufe0f\u200d🗨\ufe0f')
  expect(emojiFrom('1f468-200d-1f4bb')).toBe('👨\u200d💻')
})

test('the server recognizes the code of each rendered character', () => {
  for (const code of Object.keys(codeToNames))
    expect(
      findUnicodeEmoji(emojiFrom(code)).map((found) => found.code),
      code,
    ).toEqual([code])
})

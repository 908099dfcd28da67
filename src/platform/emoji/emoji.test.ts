import { expect, test } from 'vitest'
import {
  codeToNames,
  emojiByName,
  emojiData,
  emoticons,
  findEmoticons,
  findUnicodeEmoji,
  isExtraEmojiType,
  isUnicodeEmoji,
  unicodeOfCode,
} from './index.ts'

test('the names that clients of the public API send are known', () => {
  for (const [name, code] of Object.entries({
    smile: '1f642',
    grinning: '1f600',
    tada: '1f389',
    car: '1f697',
    octopus: '1f419',
    '+1': '1f44d',
    thumbs_up: '1f44d',
    heart: '2764',
    smiling_face: '263a',
    working_on_it: '1f6e0',
    check: '2705',
    one: '0031-20e3',
    us: '1f1fa-1f1f8',
  })) {
    expect(emojiByName(name), name).toEqual({ emoji_name: name, emoji_code: code, reaction_type: 'unicode_emoji' })
    expect(isUnicodeEmoji(name, code)).toBe(true)
  }
  expect(emojiData.code_to_names['1f600']![0]).toBe('grinning')
})

test('names and codes do not mix', () => {
  expect(isUnicodeEmoji('smile', '1f600')).toBe(false)
  expect(isUnicodeEmoji('constructor', 'constructor')).toBe(false)
  expect(emojiByName('no_such')).toBeUndefined()
})

test('the extra emoji has its own type, under two names', () => {
  expect(emojiByName('zulip')).toEqual({ emoji_name: 'zulip', emoji_code: 'zulip', reaction_type: 'zulip_extra_emoji' })
  expect(['zulip_extra_emoji', 'service_extra_emoji', 'unicode_emoji'].map(isExtraEmojiType)).toEqual([
    true,
    true,
    false,
  ])
})

test('each name belongs to one code, and codes have no variation selectors', () => {
  const names = Object.values(codeToNames).flat()
  expect(new Set(names).size).toBe(names.length)
  for (const [code, list] of Object.entries(codeToNames)) {
    expect(code).toMatch(/^[0-9a-f]{4,6}(?:-[0-9a-f]{4,6})*$/)
    expect(code).not.toContain('fe0f')
    expect(list.length).toBeGreaterThan(0)
  }
})

test('characters are found, the longest sequence first', () => {
  const codes = (text: string) => findUnicodeEmoji(text).map((e) => `${e.code}@${e.start}-${e.end}`)
  expect(codes('a 😀b')).toEqual(['1f600@2-4'])
  expect(codes('👍🏽')).toEqual(['1f44d@0-4'])
  expect(codes('👨‍💻')).toEqual(['1f468-200d-1f4bb@0-5'])
  expect(codes('🇺🇸🇩🇪')).toEqual(['1f1fa-1f1f8@0-4', '1f1e9-1f1ea@4-8'])
  expect(codes('❤️ ☺ ✅')).toEqual(['2764@0-2', '263a@3-4', '2705@5-6'])
  expect(codes('1 © A ↔ B → ∀ 中')).toEqual([])
})

test('every emoji is found in its own characters', () => {
  for (const code of Object.keys(codeToNames)) {
    const text = unicodeOfCode(code)
    const [found] = findUnicodeEmoji(`${text}\ufe0f`)
    // Keycaps, the two marks below U+203C and the like are text.
    if (Number.parseInt(code, 16) >= 0x2300) expect(found?.code, code).toBe(code)
  }
})

test('emoticons stand alone and lead to known names', () => {
  for (const name of Object.values(emoticons)) expect(emojiByName(name), name).toBeDefined()
  expect(findEmoticons(':) x:) :-( http://')).toEqual([
    { start: 0, end: 2, name: 'smile' },
    { start: 7, end: 10, name: 'frown' },
  ])
})

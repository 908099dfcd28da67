import { createHash } from 'node:crypto'
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

test('names that clients of the public API send are known', () => {
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
    flag_united_states: '1f1fa-1f1f8',
    cat: '1f408',
    holiday_tree: '1f384',
    gold: '1f947',
    time_ticking: '23f3',
    piñata: '1fa85',
    confused: '1f615',
  })) {
    expect(emojiByName(name), name).toEqual({ emoji_name: name, emoji_code: code, reaction_type: 'unicode_emoji' })
    expect(isUnicodeEmoji(name, code)).toBe(true)
  }
  expect(emojiData.code_to_names['1f600']![0]).toBe('grinning')
  // newer than the clients' names, so named by the data package
  expect(emojiByName('face_with_bags_under_eyes')?.emoji_code).toBe('1fae9')
})

/** Canonical names of emoji that are newer than the names known to clients of the public API, or missing there. */
const newer = new Set(
  `face_with_bags_under_eyes distorted_face fight_cloud hairy_creature ballet_dancer fingerprint orca leafless_tree
  root_vegetable landslide clock12 clock1230 clock1 clock130 clock2 clock230 clock3 clock330 clock4 clock430 clock5
  clock530 clock6 clock630 clock7 clock730 clock830 clock9 clock930 clock10 clock1030 clock11 clock1130 trombone harp
  treasure_chest shovel splatter flag_sark`.split(/\s+/),
)

test('names known to clients of the public API keep their meaning', () => {
  const pairs = Object.entries(codeToNames)
    .filter(([, [name = '']]) => !newer.has(name))
    .flatMap(([code, names]) => names.map((name) => ({ name, code })))
  expect(pairs).toHaveLength(3308)
  for (const { name, code } of pairs) expect(emojiByName(name)?.emoji_code, name).toBe(code)
  // hash of the sorted lines `name code`, made from the published list
  const lines = pairs.map(({ name, code }) => `${name} ${code}\n`)
  expect(createHash('sha256').update(lines.sort().join('')).digest('hex')).toBe(
    'd4801d74df7f1ae30de6928c8901e57519398e10303e433b6f31772a1328f371',
  )
})

test("names and codes aren't interchangeable", () => {
  expect(isUnicodeEmoji('smile', '1f600')).toBe(false)
  expect(isUnicodeEmoji('constructor', 'constructor')).toBe(false)
  expect(emojiByName('no_such')).toBeUndefined()
})

test('the extra emoji has its own type and two names', () => {
  expect(emojiByName('zulip')).toEqual({ emoji_name: 'zulip', emoji_code: 'zulip', reaction_type: 'zulip_extra_emoji' })
  expect(['zulip_extra_emoji', 'service_extra_emoji', 'unicode_emoji'].map(isExtraEmojiType)).toEqual([
    true,
    true,
    false,
  ])
})

test('each name belongs to one code, without variation selectors', () => {
  const names = Object.values(codeToNames).flat()
  expect(new Set(names).size).toBe(names.length)
  for (const [code, list] of Object.entries(codeToNames)) {
    expect(code).toMatch(/^[0-9a-f]{4,6}(?:-[0-9a-f]{4,6})*$/)
    expect(code).not.toContain('fe0f')
    expect(list.length).toBeGreaterThan(0)
  }
})

test('emoji with skin tones have no code and stay text', () => {
  expect(Object.keys(codeToNames).filter((code) => /1f3f[b-f]/.test(code))).toEqual([])
  expect(findUnicodeEmoji('👍🏽 and 👋🏿')).toEqual([])
})

test('emoji in a text are found, longest sequence first', () => {
  const codes = (text: string) => findUnicodeEmoji(text).map((e) => `${e.code}@${e.start}-${e.end}`)
  expect(codes('a 😀b')).toEqual(['1f600@2-4'])
  expect(codes('👨‍💻')).toEqual(['1f468-200d-1f4bb@0-5'])
  expect(codes('🇺🇸🇩🇪')).toEqual(['1f1fa-1f1f8@0-4', '1f1e9-1f1ea@4-8'])
  expect(codes('❤️ ☺ ✅')).toEqual(['2764@0-2', '263a@3-4', '2705@5-6'])
  expect(codes('1 © A ↔ B → ∀ 中')).toEqual([])
})

test('sequences without a name stay text as a whole', () => {
  const codes = (text: string) => findUnicodeEmoji(text).map((e) => `${e.code}@${e.start}-${e.end}`)
  expect(codes('👍🏽 👨🏿‍🦽 🍋‍🟪')).toEqual([])
  expect(codes('🍋🟪')).toEqual(['1f34b@0-2', '1f7ea@2-4'])
  expect(codes('3️⃣ #⃣ 3 #')).toEqual(['0033-20e3@0-3', '0023-20e3@4-6'])
  expect(codes('👁️‍🗨️')).toEqual(['1f441-200d-1f5e8@0-7'])
  expect(codes('🏴󠁧󠁢󠁳󠁣󠁴󠁿')[0]).toMatch(/^1f3f4-e0067-e0062-e0073-e0063-e0074-e007f@0/)
})

test('every emoji is found in its own characters', () => {
  for (const code of Object.keys(codeToNames)) {
    const text = unicodeOfCode(code)
    const [found] = findUnicodeEmoji(`${text}\ufe0f`)
    // keycaps, the two marks below U+203C, and the like are text
    if (Number.parseInt(code, 16) >= 0x2300) expect(found?.code, code).toBe(code)
  }
})

test('only separate emoticons are found, and map to known names', () => {
  for (const name of Object.values(emoticons)) expect(emojiByName(name), name).toBeDefined()
  const faces = (text: string) => findEmoticons(text).map((face) => `${face.name}@${face.start}`)
  expect(faces(':) x:) :( http:// a:/b f(:x)')).toEqual(['smile@0', 'frown@7'])
  expect(faces('so :). (or :D) !:)? "<3", :o\n:|')).toEqual([
    'smile@3',
    'grinning@11',
    'smile@16',
    'heart@21',
    'open_mouth@26',
    'neutral@29',
  ])
})

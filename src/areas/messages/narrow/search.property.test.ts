import fc from 'fast-check'
import { raw } from '#platform/db'
import type { Organization } from '#platform/organization'
import { assert, chance, explorationPatience, holds, type Person, type TestOrganization, test } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { getMessages } from '../api/fetch.ts'
import { sendMessage } from '../api/send.ts'
import { wordsRepeated } from '../due/search-words.ts'

/** What a text consists of for whoever looks through it by eye: words, and letters that are read one by one. */
interface Token {
  readonly text: string
  readonly isSingle: boolean
  /** Something separates it from the one before. */
  readonly isApart: boolean
}

const letter = /[\p{L}\p{N}\p{M}]/u
const single = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\u30fc]/u
const unseen = /[\u200b\u00ad]|\ufe0f/g

function tokensOf(text: string): Token[] {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f\u0591-\u05c7\u064b-\u0652]/g, '')
    .replaceAll(unseen, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ς', 'σ')
  const tokens: Token[] = []
  let word = ''
  let isApart = false
  const end = () => {
    if (word) tokens.push({ text: word, isSingle: false, isApart })
    if (word) isApart = false
    word = ''
  }
  for (const one of plain) {
    const isLetter = letter.test(one)
    if (isLetter && !single.test(one)) word += one
    else end()
    if (!isLetter) isApart = true
    else if (single.test(one)) {
      tokens.push({ text: one, isSingle: true, isApart })
      isApart = false
    }
  }
  end()
  return tokens
}

/** The words made for this test have no other forms. */
const stem = (text: string) => text.replace(/s$/, '')

function isSame(found: Token, wanted: Token, before: Token | undefined): boolean {
  if (found.isSingle !== wanted.isSingle) return false
  // letters that are read one by one follow each other only where nothing stands between them
  if (before?.isSingle && wanted.isSingle && found.isApart !== wanted.isApart) return false
  return found.isSingle ? found.text === wanted.text : stem(found.text) === stem(wanted.text)
}

const holdsPhrase = (text: readonly Token[], wanted: readonly Token[]): boolean =>
  wanted.length > 0 &&
  text.some((_, from) =>
    wanted.every((one, index) => {
      const found = text[from + index]
      return found !== undefined && isSame(found, one, wanted[index - 1])
    }),
  )

interface Item {
  readonly kind: 'word' | 'phrase' | 'start' | 'end' | 'any'
  readonly text: string
  readonly negated: boolean
}

function written({ kind, text, negated }: Item): string {
  const shown = { word: text, phrase: `"${text}"`, start: `${text}*`, end: `*${text}`, any: `*${text}*` }[kind]
  return `${negated ? '-' : ''}${shown}`
}

function fits(tokens: readonly Token[], { kind, text, negated }: Item): boolean {
  const wanted = tokensOf(text)
  if (kind === 'word' || kind === 'phrase') return holdsPhrase(tokens, wanted) !== negated
  const part = wanted[0]?.text ?? ''
  const isIn = tokens.some((one) => {
    if (one.isSingle) return false
    if (kind === 'any') return one.text.includes(part)
    return kind === 'start' ? one.text.startsWith(part) : one.text.endsWith(part)
  })
  return isIn !== negated
}

const words = [
  ['teapot', 'teapots', 'quince', 'quinces', 'RingLock', 'ringlocks', 'x1', 'Loquat', 'loquats', 'kettle'],
  ['Café', 'naïve', 'Zürich', 'Straße', 'Łódź', 'garçon', 'Ærø', 'İzmir'],
  ['Ёлка', 'ЁЛКА', 'Москва', 'чайник', 'ΟΔΟΣ', 'οδός', 'Αθήνα', 'שלום', 'שָׁלוֹם', 'مرحبا', 'مَرحَبا'],
  [
    '会議',
    '会議室',
    '東京都',
    '東京',
    '京都',
    '都会',
    '会計',
    '今日は会議です',
    'データ',
    'ﾃﾞｰﾀ',
    'データベース',
    'すし',
  ],
  ['会议室', '会议', '我们今天开会', '室内', '开会'],
  ['회의', '회의실', '오늘회의는', '일본사람', '일본'],
  ['ไม่ได้', 'ประชุม', 'วันนี้ประชุม', 'ไม่'],
] as const
const between = [' ', ' ', ' ', ', ', '。', '、', '! ', ' 🎉 ', '👍🏽', '\n', '-', '/', '', ' **', '・', '\u200b']

/** Texts in several languages; what is random comes from a fixed seed. */
function makeTexts(count: number): string[] {
  const number = chance(20_261_122)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(number() * list.length)] as T
  return Array.from({ length: count }, () => {
    let text = ''
    const languages = [pick(words), pick(words)]
    for (let left = 1 + Math.floor(number() * 7); left > 0; left--) {
      const one: string = pick(pick(languages))
      text += number() < 0.3 ? one.normalize('NFD') : number() < 0.2 ? one.toUpperCase() : one
      if (left > 1) text += pick(between)
    }
    return text
  })
}

async function fill({ org }: TestOrganization, ada: Person, channels: readonly number[], texts: readonly string[]) {
  const templates: number[] = []
  for (const to of channels)
    templates.push((await ada.call(sendMessage, { type: 'channel', to, topic: 'template', content: 'template' })).id)
  return org.db.transaction((tx) =>
    raw<{ id: number; conversation_id: number; content: string; topic: string }>(
      tx,
      `insert into message (org_id, conversation_id, sender_id, client, topic, content, rendered_content,
         renderer_version, sent_at, sender_read)
       select m.org_id, m.conversation_id, m.sender_id, m.client, 'topic ' || n % 3, text, '', m.renderer_version, m.sent_at, true
       from unnest($2::text[]) with ordinality u(text, n) join message m on m.id = ($1::bigint[])[1 + n % 2]
       order by n returning id, conversation_id, content, topic`,
      [templates, texts],
    ),
  )
}

const takeAll = (org: Organization) => wordsRepeated.run(org, { isStopping: false, notice: () => {} } as never)

const item = (): fc.Arbitrary<Item> => {
  const all = words.flat().map(String)
  const negated = fc.integer({ min: 0, max: 4 }).map((one) => one === 0)
  const word = fc.constantFrom(...all)
  const slice = word.chain((one) => {
    const letters = [...one.normalize('NFC')]
    return fc
      .tuple(fc.nat(letters.length - 1), fc.integer({ min: 1, max: 4 }))
      .map(([from, length]) => letters.slice(from, from + length).join(''))
  })
  const latin = fc.constantFrom(
    'tea',
    'eapo',
    'pot',
    'ots',
    'uin',
    'ring',
    'lock',
    'loq',
    'cafe',
    'ürich',
    'ЁЛК',
    'осква',
    'stra',
    'gar',
  )
  return fc.oneof(
    fc.record({
      kind: fc.constant('word' as const),
      text: fc.oneof(
        word,
        slice.filter((one) => [...one].every((x) => single.test(x))),
      ),
      negated,
    }),
    fc.record({
      kind: fc.constant('phrase' as const),
      text: fc.tuple(word, fc.constantFrom(' ', ''), word).map((parts) => parts.join('')),
      negated,
    }),
    fc.record({ kind: fc.constantFrom('start' as const, 'end' as const, 'any' as const), text: latin, negated }),
  )
}

test('searches find what one finds who looks through every text', { timeout: explorationPatience }, async ({
  ada,
  ben,
  society,
}) => {
  const [open, closed] = [
    await makeChannel(society.org, 'search all', [ada, ben]),
    await makeChannel(society.org, 'search one', [ada]),
  ]
  const rows = await fill(society, ada, [open, closed], makeTexts(700))
  await takeAll(society.org)
  const texts = rows.map((row) => ({ ...row, tokens: tokensOf(`${row.topic} ${row.content}`) }))
  // every second one, see `fill`
  const openConversation = texts[1]?.conversation_id
  await holds(
    fc.asyncProperty(
      fc.array(item(), { minLength: 1, maxLength: 3 }),
      fc.constantFrom(undefined, 'topic 1', 'topic 2'),
      fc.boolean(),
      fc.boolean(),
      async (items, topic, isBen, isTermNegated) => {
        const operand = items.map(written).join(' ')
        const narrow = [
          { operator: 'search', operand, negated: isTermNegated },
          ...(topic ? [{ operator: 'topic', operand: topic, negated: false }] : []),
        ]
        const reader = isBen ? ben : ada
        const { messages } = await reader.call(getMessages, {
          anchor: 'newest',
          num_before: 2_000,
          num_after: 0,
          narrow,
        })
        const found = new Set(messages.map(({ id }) => id))
        const expected = texts.filter(
          ({ tokens, conversation_id, topic: own }) =>
            (!isBen || conversation_id === openConversation) &&
            (!topic || own === topic) &&
            items.every((one) => fits(tokens, one)) !== isTermNegated,
        )
        const wrong = texts.flatMap((one) =>
          found.has(one.id) === expected.includes(one)
            ? []
            : [`${found.has(one.id) ? 'found' : 'missed'}: ${one.content}`],
        )
        assert.deepEqual(wrong.slice(0, 3), [], operand)
      },
    ),
    { runs: 120 },
  )
})

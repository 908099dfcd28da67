import fc from 'fast-check'
import { raw } from '#platform/db'
import type { Organization } from '#platform/organization'
import { assert, chance, explorationPatience, holds, type Person, type TestOrganization, test } from '#test'
import { makeChannel } from '../../../../../test/harness/channel.ts'
import { fits, type Item, single, tokensOf, written } from '../../../../../test/harness/text-scan.ts'
import { getMessages } from '../api/fetch.ts'
import { takeWords } from '../store/search-words.ts'

/** The words of this test have no other inflections. */
const stem = (text: string) => text.replace(/s$/, '')

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
  for (const to of channels) templates.push(await ada.sends('template', { channel: to, topic: 'template' }))
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

async function takeAll(org: Organization) {
  for (const work of ['taken', 'listed'] as const)
    while ((await org.db.transaction((tx) => takeWords(tx, org.id, work, 500))) === 500);
}

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

test('searches find what a scan of every text finds', { timeout: explorationPatience }, async ({
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
            items.every((one) => fits(tokens, one, stem)) !== isTermNegated,
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

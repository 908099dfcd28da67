import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { UserId } from '#contract'
import { projectRoot } from '#platform/config'
import { raw } from '#platform/db'
import { assert, chance, explorationPatience, isThorough, type TestOrganization, test } from '#test'
import { makeChannel } from '../../../../../test/harness/channel.ts'
import { fits, type Item, type Stem, type Token, tokensOf, written } from '../../../../../test/harness/text-scan.ts'
import { getMessages } from '../api/fetch.ts'
import { maxMessagesPerFetch } from '../limits.ts'
import { takeWords } from '../store/search-words.ts'

interface Text {
  readonly topic: string
  readonly sender: string
  readonly content: string
}

const real = join(projectRoot, '..', 'shared', 'data', 'community-messages.jsonl.gz')
const syllables = ['ra', 'mi', 'to', 'kel', 'sun', 'ver', 'pla', 'qui', 'dor', 'nes', 'the', 'ing', 'a1', 'x²', 'É']
const cjk = '会議室東京都今日明後天気私達開始終了データ検索회의실오늘내일시작검색ประชุมวันนี้'

/** A real conversation of 33,244 messages if available, otherwise random words; mixed with texts without spaces. */
function* texts(number: () => number): Generator<Text> {
  const pick = <T>(list: ArrayLike<T>): T => list[Math.floor(number() * list.length)] as T
  const many = (least: number, most: number, make: () => string, between: string) =>
    Array.from({ length: least + Math.floor(number() * (most - least + 1)) }, make).join(between)
  const word = () => many(1, 3, () => pick(syllables), '')
  const letters = [...cjk]
  // all of it takes minutes: npm run explore -- src/features/messages/messages/narrow/search.scan.test.ts
  const step = isThorough ? 1 : 16
  const lines = existsSync(real) ? gunzipSync(readFileSync(real)).toString('utf8').trimEnd().split('\n') : undefined
  for (let n = 0; n < (lines?.length ?? 16_000); n += step) {
    if (n % (16 * step) === 0)
      yield { topic: word(), sender: `s${n}`, content: many(1, 3, () => many(2, 9, () => pick(letters), ''), ' 。') }
    if (lines) yield JSON.parse(lines[n] as string) as Text
    else
      yield { topic: many(1, 2, word, ' '), sender: `s${n % 50}`, content: many(1, 30, word, pick([' ', ', ', '-'])) }
  }
}

interface Placed {
  readonly id: number
  readonly channel: number
  readonly topic: string
  readonly sender: UserId
  readonly tokens: readonly Token[]
}

async function fill({ org }: TestOrganization, channels: readonly number[], people: readonly UserId[], all: Text[]) {
  const rows: Placed[] = []
  const known = new Map<string, Token>()
  // perf: reuse one object per word
  const interned = (token: Token): Token => {
    const key = `${token.isSingle} ${token.isApart} ${token.text}`
    const one = known.get(key) ?? token
    known.set(key, one)
    return one
  }
  for (let from = 0; from < all.length; from += 3_000) {
    const some = all.slice(from, from + 3_000).map(({ topic, sender, content }, index) => ({
      topic: topic.slice(0, 60).trim(),
      content,
      channel: (from + index) % 7 === 0 ? 1 : (from + index) % 3 === 0 ? 2 : 0,
      sender: people[Number.parseInt(sender.replace(/\D/g, ''), 10) % people.length] as UserId,
    }))
    const placed = await org.db.transaction((tx) =>
      raw<{ id: number }>(
        tx,
        `insert into message (org_id, conversation_id, sender_id, client, topic, content, rendered_content,
           renderer_version, sent_at, sender_read)
         select c.org_id, c.conversation_id, u.sender, 'test', u.topic, u.content, '', 1, now(), true
         from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[]) with ordinality u(channel, sender, topic, content, n)
         join channel c on c.id = u.channel order by n returning id`,
        [
          some.map(({ channel }) => channels[channel]),
          some.map(({ sender }) => sender),
          some.map(({ topic }) => topic),
          some.map(({ content }) => content),
        ],
      ),
    )
    for (const [index, { channel, topic, sender, content }] of some.entries())
      rows.push({
        id: placed[index]?.id as number,
        channel: channels[channel] as number,
        topic,
        sender,
        tokens: tokensOf(`${topic} ${content}`).map(interned),
      })
  }
  for (const work of ['taken', 'listed'] as const)
    while ((await org.db.transaction((tx) => takeWords(tx, org.id, work, 500))) === 500);
  return rows
}

/** The stem of each word in the database's dictionary; undefined for stop words. */
async function dictionary({ org }: TestOrganization, rows: readonly Placed[]) {
  const words = [...new Set(rows.flatMap(({ tokens }) => tokens.flatMap((one) => (one.isSingle ? [] : [one.text]))))]
  const forms = new Map<string, { stem: string; isCommon: boolean }>()
  for (let from = 0; from < words.length; from += 5_000) {
    const found = await org.db.read((tx) =>
      raw<{ word: string; stem: string; common: boolean }>(
        tx,
        `select word, array_to_string(tsvector_to_array(to_tsvector('loquat', word)), ' ') as stem,
           to_tsvector('english', word) = '' as common from unnest($1::text[]) word`,
        [words.slice(from, from + 5_000)],
      ),
    )
    for (const { word, stem, common } of found) forms.set(word, { stem, isCommon: common })
  }
  return forms
}

test('searching a long real conversation finds what a full scan finds', {
  timeout: explorationPatience,
}, async ({ ada, ben, cleo, society }) => {
  const number = chance(33_244)
  const below = (most: number) => Math.floor(number() * most)
  const channels: number[] = []
  for (const name of ['one', 'hidden', 'three']) {
    const isHidden = name === 'hidden'
    const id = await makeChannel(society.org, name, isHidden ? [ada] : [ada, ben], { invite_only: isHidden })
    await ada.sends('🎬', { channel: id, topic: 'begin' })
    channels.push(id)
  }
  const people = [ada.id, ben.id, cleo.id]
  const rows = await fill(society, channels, people, [...texts(number)])
  const forms = await dictionary(society, rows)
  const stem: Stem = (word) => forms.get(word)?.stem ?? word
  const newest = (rows.slice(-10_000)[0] as Placed).id

  const item = (): Item => {
    const { tokens } = rows[below(rows.length)] as Placed
    const at = below(tokens.length)
    const { text = '', isSingle = true } = tokens[at] ?? {}
    const negated = number() < 0.15
    const letters = [...text]
    const kind = (['word', 'word', 'phrase', 'start', 'end', 'any'] as const)[below(6)] as Item['kind']
    if (kind === 'phrase' || isSingle) {
      const some = tokens.slice(at, at + 1 + below(4))
      return {
        kind: 'phrase',
        negated,
        text: some.map((one) => `${one.isApart || !one.isSingle ? ' ' : ''}${one.text}`).join(''),
      }
    }
    if (kind === 'word' || letters.length < 4) return { kind: 'word', text, negated }
    const length = 3 + below(Math.min(letters.length - 3, 4))
    const from = kind === 'start' ? 0 : kind === 'end' ? letters.length - length : below(letters.length - length + 1)
    return { kind, negated, text: letters.slice(from, from + length).join('') }
  }

  /** The word list has no longer words: whether parts of those are found depends on the other search terms. */
  const longest = 100
  const words = [...forms.keys()].filter((one) => one.length >= 3 && one.length <= longest)
  const isRare = ({ kind, text }: Item): boolean => {
    if (kind === 'word' || kind === 'phrase') return true
    const fitting = words.filter((one) =>
      fits([{ text: one, isSingle: false, isApart: true }], { kind, text, negated: false }, stem),
    )
    // names with digits that begin alike count as one
    const beginning = (one: string) =>
      kind !== 'end' && /[0-9]/.test(one) ? one.slice(0, one.indexOf(text) + text.length) : one
    return fitting.length <= 20_000 && new Set(fitting.map(beginning)).size <= 400
  }
  const isVague = ({ tokens }: Placed, items: readonly Item[]) =>
    tokens.some(({ text }) => text.length > longest) && items.some(({ kind }) => kind !== 'word' && kind !== 'phrase')
  const differences: object[] = []
  for (let run = 0; run < (isThorough ? 150 : 45); run++) {
    const items = Array.from({ length: 1 + below(3) }, item).filter(({ text }) => text.trim() !== '')
    if (items.length === 0) continue
    const isPlain = ({ kind, text, negated }: Item) =>
      !negated && (kind === 'word' || kind === 'phrase') && tokensOf(text).length === 1
    const isCommon = ({ text }: Item) => forms.get(text.trim())?.isCommon ?? false
    // stop words as single words count only if the index can answer nothing else
    const hasMeaning = items.some((one) => !one.negated && !(isPlain(one) && isCommon(one)) && isRare(one))
    const counted = items.filter((one) => !(hasMeaning && isPlain(one) && isCommon(one)))
    const reader = run % 3 === 0 ? ben : ada
    const channel = run % 5 === 1 ? channels[reader === ada ? below(3) : 2 * below(2)] : undefined
    const sender = run % 7 === 2 ? people[below(3)] : undefined
    const isOthers = run % 2 === 0
    const operand = items.map(written).join(' ')
    const { messages, history_limited } = await reader.call(getMessages, {
      anchor: 'newest',
      num_before: maxMessagesPerFetch,
      num_after: 0,
      narrow: [
        { operator: 'search', operand, negated: false },
        ...(channel === undefined ? [] : [{ operator: 'channel', operand: channel, negated: false }]),
        ...(sender === undefined ? [] : [{ operator: 'sender', operand: sender, negated: isOthers }]),
      ],
    })
    const certain = rows.filter((one) => !isVague(one, items))
    const own = new Set(certain.map(({ id }) => id))
    const expected = certain
      .filter(
        (one) =>
          (reader === ada || one.channel !== channels[1]) &&
          (channel === undefined || one.channel === channel) &&
          (sender === undefined || (one.sender === sender) !== isOthers) &&
          counted.every((wanted) => fits(one.tokens, wanted, stem)),
      )
      .map(({ id }) => id)
    const found = new Set<number>(messages.map(({ id }) => id))
    const fitting = new Set(expected)
    const wrong = [...found].filter((id) => own.has(id) && !fitting.has(id))
    // a very common part is searched in the nearest 10,000 messages, and the answer says so
    const reached = messages.length < maxMessagesPerFetch ? 0 : (messages[0]?.id ?? 0)
    const missed = expected.filter((id) => id >= reached && !found.has(id) && !(history_limited && id < newest))
    const shown = ([id]: number[]) =>
      rows
        .find((one) => one.id === id)
        ?.tokens.map(({ text }) => text)
        .join(' ')
    if (wrong.length + missed.length > 0)
      differences.push({ operand, wrong: wrong.length, missed: missed.length, one: shown(wrong) ?? shown(missed) })
  }
  assert.deepEqual(differences.slice(0, 5), [])
})

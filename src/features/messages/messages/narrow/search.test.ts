import { raw } from '#platform/db'
import type { Organization } from '#platform/organization'
import { Runtime } from '#platform/runtime'
import { assert, type Person, type TestServer, test } from '#test'
import { makeChannel } from '../../../../../test/harness/channel.ts'
import { upload } from '../../../../../test/harness/files.ts'
import { pdf } from '../../../../../test/harness/pdf.ts'
import { deleteMessage } from '../api/delete.ts'
import { updateMessage } from '../api/edit.ts'
import { getMessages } from '../api/fetch.ts'
import { fileWordsRepeated } from '../due/file-words.ts'
import { forgottenWordsRepeated } from '../due/forgotten-words.ts'
import { take } from '../due/search-words.ts'
import { filesWithoutWords, takeFileWords } from '../store/file-words.ts'
import { badNarrow } from './terms.ts'

const search = (person: Person, operand: string, more: Record<string, unknown> = {}) =>
  person.call(getMessages, { anchor: 'newest', num_before: 20, num_after: 0, narrow: [['search', operand]], ...more })

const found = async (person: Person, operand: string, more: Record<string, unknown> = {}) =>
  (await search(person, operand, more)).messages.map(({ id }) => id)

test('parts of words, scripts without spaces, and any accents are highlighted', async ({ ada, society }) => {
  const to = await makeChannel(society.org, 'marked', [ada])
  await ada.sends('Teapots im CAFE\u0301: 今日は会議室で', { channel: to, topic: '会議 & Café' })
  const marks = async (operand: string) => {
    const [message] = (await search(ada, operand)).messages
    return [message?.match_subject, message?.match_content]
  }
  const span = (text: string) => `<span class="highlight">${text}</span>`
  assert.deepEqual(await marks('*eapo* café 会議'), [
    `${span('会議')} &amp; ${span('Café')}`,
    `<p>T${span('eapo')}ts im ${span('CAFE\u0301')}: 今日は${span('会議')}室で</p>`,
  ])
})

test('parts of words are found in the current text after an edit', async ({ ada, society }) => {
  const to = await makeChannel(society.org, 'parts', [ada])
  const id = await ada.sends('Zwetschgenkuchen', { channel: to, topic: 'tea' })
  assert.deepEqual(await found(ada, '*schgen*'), [id])
  assert.deepEqual(await found(ada, 'kuchen*'), [])
  await ada.call(updateMessage, { message_id: id, content: 'Mirabellenkuchen' })
  assert.deepEqual([await found(ada, '*schgen*'), await found(ada, '*belle* -mirabellen*')], [[], []])
  assert.deepEqual([await found(ada, '*kuchen'), await found(ada, 'mira*')], [[id], [id]])
  const many = ['aaa', 'bbb', 'ccc', 'ddd', 'eee', 'fff'].map((one) => `*${one}*`).join(' ')
  await ada.refused(
    getMessages,
    { anchor: 'newest', num_before: 1, num_after: 0, narrow: [['search', many]] },
    badNarrow,
  )
})

test('a very common part is searched only in the nearest messages', async ({ ada, society }) => {
  const to = await makeChannel(society.org, 'many words', [ada])
  const letters = (n: number) => [...String(n)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
  const list = (from: number) => Array.from({ length: 300 }, (_, n) => `common${letters(from + n)}x`).join(' ')
  const ids = [
    await ada.sends(list(1000), { channel: to, topic: 'tea' }),
    await ada.sends(list(2000), { channel: to, topic: 'tea' }),
    await ada.sends('uncommonly', { channel: to, topic: 'tea' }),
  ]
  assert.deepEqual(await found(ada, '*common*'), ids)
  assert.deepEqual(await found(ada, 'common*'), ids.slice(0, 2))
  assert.deepEqual(await found(ada, '*common* -common*'), ids.slice(2))
})

test('parts of numbers are found, but not the code points of letters', async ({ ada, society }) => {
  const to = await makeChannel(society.org, 'numbers', [ada])
  const names = Array.from({ length: 500 }, (_, n) => `ticket${1000 + n}x`).join(' ')
  const [all, some] = [
    await ada.sends(names, { channel: to, topic: 'tea' }),
    await ada.sends('the ticket1234b – ☕', { channel: to, topic: 'tea' }),
  ]
  // 会 is code point 20250
  await ada.sends('会議, a ticket', { channel: to, topic: 'tea' })
  const [number, accented] = [
    await ada.sends('20250 会', { channel: to, topic: 'tea' }),
    await ada.sends('会 tíckêt1²3 会', { channel: to, topic: 'tea' }),
  ]
  assert.deepEqual(await found(ada, '*icket1*'), [all, some, accented])
  assert.deepEqual(await found(ada, 'ticket123*'), [all, some, accented])
  assert.deepEqual(
    [await found(ada, '*2025*'), await found(ada, '*250'), await found(ada, '*234b')],
    [[number], [number], [some]],
  )
})

test('near_words returns similar words and reports them', async ({ ada, ben, society }) => {
  const to = await makeChannel(society.org, 'near', [ada, ben])
  const hidden = await makeChannel(society.org, 'near, hidden', [ada], { invite_only: true })
  const id = await ada.sends('A perfectly ordinary **Rhubarb** pie', { channel: to, topic: 'tea' })
  const secret = await ada.sends('rhubarb and rhubrub', { channel: hidden, topic: 'tea' })
  await found(ada, 'pie')
  const without = await search(ben, 'rhubrab')
  assert.deepEqual([without.messages, 'near_words' in without], [[], false])
  const near = await search(ben, 'rhubrab pie', { near_words: true })
  assert.deepEqual(
    near.messages.map((one) => [one.id, /<span class="highlight">Rhubarb<\/span>/.test(one.match_content ?? '')]),
    [[id, true]],
  )
  assert.deepEqual(near.near_words, [
    { word: 'rhubrab', near: ['rhubarb'] },
    { word: 'pie', near: [] },
  ])
  const older = await search(ben, 'rhubrab', { near_words: true, anchor: String(id), include_anchor: false })
  assert.deepEqual([older.messages, older.found_oldest], [[], true])
  // users who can't read the other messages don't learn their words
  const held = await search(ben, 'hubarb', { near_words: true })
  assert.deepEqual(
    held.near_words?.map(({ near: words }) => words),
    [['rhubarb']],
  )
  const both = await search(ada, 'rhubrab', { near_words: true })
  assert.deepEqual(
    [both.messages.map((one) => one.id), both.near_words],
    [[id, secret], [{ word: 'rhubrab', near: ['rhubarb', 'rhubrub'] }]],
  )
  const exact = await search(ada, 'rhubarb', { near_words: true })
  assert.deepEqual(
    ['near_words' in exact, (await search(ada, 'xylophonic', { near_words: true })).messages],
    [false, []],
  )
})

test('words that no message contains anymore are deleted', async ({ ada, server, society }) => {
  const to = await makeChannel(society.org, 'forgotten', [ada])
  const id = await ada.sends('Passwort-Hunter2xyz', { channel: to, topic: 'tea' })
  await ada.sends('kettle', { channel: to, topic: 'tea' })
  assert.deepEqual(await found(ada, '*unter2x*'), [id])
  await ada.call(deleteMessage, { message_id: id })
  assert.ok((await wordsOf(society.org)).includes('hunter2xyz'))
  await forgottenWordsRepeated.run(society.org, runs(server), () => true)
  const left = await wordsOf(society.org)
  assert.deepEqual([left.includes('hunter2xyz'), left.includes('kettle')], [false, true])
})

test('the cleanup of words waits for an edit or deletion after a whole cycle', async ({ ada, server, society }) => {
  const { org } = society
  const to = await makeChannel(org, 'quiet', [ada])
  await ada.sends('kettle', { channel: to, topic: 'tea' })
  const message_id = await ada.sends('teapot', { channel: to, topic: 'tea' })
  await found(ada, '*ettle*')
  const cycle = async () => {
    for (let round = 0; round < 20; round++) await forgottenWordsRepeated.run(org, runs(server), () => true)
  }
  const left = async () =>
    (await wordsOf(org)).filter((word) => ['hunter3xyz', 'kettle', 'teapot'].includes(word)).sort()
  await cycle()
  await org.db.transaction((tx) =>
    tx.insertInto('search_word').values({ org_id: org.id, word: 'hunter3xyz' }).execute(),
  )
  await ada.sends('kettle', { channel: to, topic: 'tea' })
  await found(ada, 'kettle')
  await cycle()
  assert.deepEqual(await left(), ['hunter3xyz', 'kettle', 'teapot'])
  await ada.call(updateMessage, { message_id, content: 'kettle' })
  await found(ada, 'kettle')
  await cycle()
  assert.deepEqual(await left(), ['kettle'])
})

const wordsOf = async (org: Organization) =>
  (await org.db.read((tx) => tx.selectFrom('search_word').select('word').where('org_id', '=', org.id).execute())).map(
    ({ word }) => word,
  )

test('words listed before their messages are indexed are not deleted', async ({ ada, server, society }) => {
  const { org } = society
  const to = await makeChannel(org, 'listed first', [ada])
  await ada.sends('kettle', { channel: to, topic: 'tea' })
  await take(org, 'listed', 50)
  await forgottenWordsRepeated.run(org, runs(server), () => true)
  assert.ok((await wordsOf(org)).includes('kettle'))
  await take(org, 'taken', 50)
  const { url } = await upload(ada, 'notes.txt', 'mangosteen')
  await ada.sends(`[notes](${url})`, { channel: to, topic: 'tea' })
  await take(org, 'taken', 50)
  const [file] = await org.db.read((tx) => filesWithoutWords(tx, org.id, undefined, 1))
  assert.ok(file)
  await org.db.transaction((tx) => takeFileWords(tx, org.id, file, 'mangosteen'))
  await forgottenWordsRepeated.run(org, runs(server), () => true)
  assert.ok((await wordsOf(org)).includes('mangosteen'))
  await takeFiles(org, server)
  await forgottenWordsRepeated.run(org, runs(server), () => true)
  assert.ok((await wordsOf(org)).includes('mangosteen'))
})

test('the position of the cleanup is forgotten with the organization', async ({ ada, server, society }) => {
  const { org } = society
  const to = await makeChannel(org, 'many', [ada])
  const id = await ada.sends('aaardvark', { channel: to, topic: 'tea' })
  await ada.sends(Array.from({ length: 200 }, (_, n) => `word${n}`).join(' '), { channel: to, topic: 'tea' })
  await found(ada, 'word*')
  await forgottenWordsRepeated.run(org, runs(server), () => true)
  await ada.call(deleteMessage, { message_id: id })
  const { config, db, features } = server.runtime
  const openedAgain = await new Runtime({ config, db, features }).organization(org.id)
  await forgottenWordsRepeated.run(openedAgain, runs(server), () => true)
  assert.ok(!(await wordsOf(org)).includes('aaardvark'))
})

type Runs = Parameters<typeof fileWordsRepeated.run>[1]
const runs = (server: TestServer) =>
  ({ isStopping: false, blobs: server.runtime.blobs, notice: () => {} }) as unknown as Runs
const takeFiles = (org: Organization, server: TestServer) => fileWordsRepeated.run(org, runs(server), () => true)

test('files are found by name and text for everyone who can read their messages', async ({
  ada,
  ben,
  server,
  society,
}) => {
  const to = await makeChannel(society.org, 'files', [ada], { invite_only: true })
  const text = await upload(ada, 'заметки.txt', 'The mangosteen is on the second shelf. 会議室')
  const document = await upload(ada, 'minutes.pdf', pdf('Resolved: buy a dragonfruit'))
  const hostile = await upload(ada, 'hostile.pdf', `%PDF-1.7\n${'<<'.repeat(50_000)}`)
  const noText = await upload(ada, 'noise.txt', 'pomelo\0pomelo')
  const sent = await ada.sends(`[here](${text.url}) and [there](${document.url})`, { channel: to, topic: 'tea' })
  const others = await ada.sends(`[a](${hostile.url}) [b](${noText.url})`, { channel: to, topic: 'tea' })
  assert.deepEqual(await found(ada, 'mangosteen'), [])
  await takeFiles(society.org, server)
  for (const operand of ['mangosteen', 'dragonfruit', 'заметки', '会議', '"second shelf"', '*gonfru*', 'minutes'])
    assert.deepEqual(await found(ada, operand), [sent], operand)
  const files = async (operand: string) =>
    (await search(ada, operand)).messages.map(({ match_files }) => match_files?.map(({ name }) => name))
  assert.deepEqual(await files('mangosteen'), [['заметки.txt']])
  assert.deepEqual(await files('minutes'), [['minutes.pdf']])
  assert.deepEqual(await files('tea'), [undefined, undefined])
  assert.deepEqual(await found(ada, '-mangosteen hostile'), [others])
  assert.deepEqual([await found(ben, 'mangosteen'), await found(ada, 'pomelo')], [[], []])
  const again = await ada.sends(`[once more](${document.url})`, { channel: to, topic: 'tea' })
  assert.deepEqual(await found(ada, 'dragonfruit'), [sent, again])
  await ada.call(updateMessage, { message_id: sent, content: 'nothing here' })
  assert.deepEqual([await found(ada, 'dragonfruit'), await found(ada, 'mangosteen')], [[again], []])
})

test('a search for a common part says in both directions where it stopped', async ({ ada, society: { org } }) => {
  const to = await makeChannel(org, 'many', [ada])
  const first = await ada.sends('first', { channel: to, topic: 'tea' })
  const ids = await org.db.transaction(async (tx) => {
    const words = `insert into search_word (org_id, word) select $1, 'w' || n || 'zing' from generate_series(1, 401) n`
    await raw(tx, words, [org.id])
    return raw<{ id: number }>(
      tx,
      `insert into message (org_id, conversation_id, sender_id, client, topic, content, rendered_content,
         renderer_version, sent_at, sender_read)
       select m.org_id, m.conversation_id, m.sender_id, m.client, m.topic,
         case when n = 10001 then 'w1zing' else 'plain' end, '', m.renderer_version, m.sent_at, true
       from generate_series(1, 10001) n join message m on m.id = $1 order by n returning id`,
      [first],
    )
  })
  const last = ids.at(-1)?.id
  const around = async (anchor: string) => {
    const { messages, history_limited } = await search(ada, '*zing', { anchor, num_after: 20, near_words: true })
    return [messages.map(({ id }) => id), history_limited]
  }
  assert.deepEqual(await around('newest'), [[last], true])
  assert.deepEqual(await around('oldest'), [[], true])
  assert.deepEqual(await around(`${first}`), [[], true])
  assert.deepEqual(await around(`${ids[9]?.id}`), [[last], false])
})

import { assert, describe, test } from 'vitest'
import { importantRows } from './important.ts'
import { type InboxRow, idsOf, inboxRows, type UnreadSection, type Wanted } from './rows.ts'

const topic = (channelId: number, name: string, ids: number[], more = {}) => ({
  conversation: { kind: 'topic' as const, channelId, topic: name },
  key: `${channelId} ${name}`,
  name,
  ids,
  isMentioned: false,
  isMuted: false,
  isFollowed: false,
  isLater: false,
  shownId: ids.at(-1) ?? 0,
  ...more,
})
const ben = { ...topic(0, 'Ben', [1, 2]), conversation: { kind: 'direct' as const, userIds: [2] } }
const directs = [ben]
const sections: UnreadSection[] = [
  {
    key: 'eng',
    name: 'Engineering',
    channels: [
      {
        id: 7,
        name: 'design',
        topics: [
          topic(7, 'release', [3, 4], { isMentioned: true }),
          topic(7, 'noise', [5], { isMuted: true }),
          topic(7, 'colours', [6], { isFollowed: true }),
        ],
      },
    ],
  },
  { key: 'rest', name: 'Other channels', channels: [{ id: 8, name: 'lunch', topics: [topic(8, 'soup', [7])] }] },
]
const usual: Wanted = { filter: 'heard', text: '', place: undefined, folded: new Set() }
const rows = (wanted: Partial<Wanted> = {}, of = sections): InboxRow[] =>
  inboxRows(directs, of, { directs: 'Direct messages', later: 'Later' }, { ...usual, ...wanted })
const shown = (list: readonly InboxRow[]) => list.map(({ kind, name, ids }) => `${kind} ${name} ${ids.length}`)

describe('the rows of the inbox', () => {
  test('the inbox lists direct messages, then sections, without muted topics', () => {
    assert.deepEqual(shown(rows()), [
      'section Direct messages 2',
      'conversation Ben 2',
      'section Engineering 3',
      'channel design 3',
      'conversation release 2',
      'conversation colours 1',
      'section Other channels 1',
      'channel lunch 1',
      'conversation soup 1',
    ])
    assert.deepEqual(idsOf(rows()), [1, 2, 3, 4, 6, 7])
  })

  test('a single section has no heading', () => {
    assert.deepEqual(shown(rows({ filter: 'all' }, sections.slice(1))), [
      'section Direct messages 2',
      'conversation Ben 2',
      'channel lunch 1',
      'conversation soup 1',
    ])
  })

  test('filter, name, and place narrow down the rows', () => {
    const names = (wanted: Partial<Wanted>) =>
      rows(wanted).flatMap(({ kind, name }) => (kind === 'conversation' ? [name] : []))
    assert.deepEqual(names({ filter: 'all' }), ['Ben', 'release', 'noise', 'colours', 'soup'])
    assert.deepEqual(names({ filter: 'mentioned' }), ['release'])
    assert.deepEqual(names({ filter: 'followed' }), ['colours'])
    assert.deepEqual(names({ filter: 'direct' }), ['Ben'])
    assert.deepEqual(names({ text: ' REL' }), ['release'])
    assert.deepEqual(names({ text: 'design' }), ['release', 'colours'])
    assert.deepEqual(names({ text: 'engineering' }), ['release', 'colours'])
    assert.deepEqual(names({ place: 'rest' }), ['soup'])
    assert.deepEqual(names({ place: 'directs' }), ['Ben'])
    assert.deepEqual(names({ text: 'nothing' }), [])
  })

  test('collapsed headings hide rows, except while filtering by name', () => {
    const folded = new Set(['directs', 'section eng', 'channel 8'])
    assert.deepEqual(shown(rows({ folded })), [
      'section Direct messages 2',
      'section Engineering 3',
      'section Other channels 1',
      'channel lunch 1',
    ])
    assert.deepEqual(idsOf(rows({ folded })), [1, 2, 3, 4, 6, 7])
    assert.deepEqual(shown(rows({ folded, text: 'soup' })), [
      'section Other channels 1',
      'channel lunch 1',
      'conversation soup 1',
    ])
  })
  test('conversations left for later come last, without their headings', () => {
    const soup = topic(8, 'soup', [7], { isLater: true })
    const later: UnreadSection[] = [
      ...sections.slice(0, 1),
      { key: 'rest', name: 'Other channels', channels: [{ id: 8, name: 'lunch', topics: [soup] }] },
    ]
    const list = inboxRows([{ ...ben, isLater: true }], later, { directs: 'Direct messages', later: 'Later' }, usual)
    assert.deepEqual(shown(list), [
      'section Engineering 3',
      'channel design 3',
      'conversation release 2',
      'conversation colours 1',
      'section Later 3',
      'conversation Ben 2',
      'conversation soup 1',
    ])
  })
})

describe('the rows of what needs the user', () => {
  const names = { mine: 'Mine', followed: 'Followed', participated: 'Participated', lively: 'Lively', later: 'Later' }
  const wanted = { text: '', folded: new Set<string>(), participated: new Set<string>(), names, isWhole: false }

  test('important conversations come first, and muted ones are only counted', () => {
    const { rows: list, more, mutedCount } = importantRows(directs, sections, wanted)
    assert.deepEqual(shown(list), [
      'section Mine 4',
      'conversation release 2',
      'conversation Ben 2',
      'section Followed 1',
      'conversation colours 1',
      'section Lively 1',
      'conversation soup 1',
    ])
    assert.deepEqual(more, [])
    assert.equal(mutedCount, 1)
  })

  test('participation, leaving for later, and names move or leave out conversations', () => {
    const participated = new Set(['8 soup'])
    const shownNow = (change: object) => shown(importantRows(directs, sections, { ...wanted, ...change }).rows)
    assert.includeMembers(shownNow({ participated }), ['section Participated 1', 'conversation soup 1'])
    assert.deepEqual(shownNow({ text: 'lunch' }), ['section Lively 1', 'conversation soup 1'])
    assert.deepEqual(shownNow({ folded: new Set(['group mine', 'group followed', 'group lively']) }), [
      'section Mine 4',
      'section Followed 1',
      'section Lively 1',
    ])
    const { rows: list } = importantRows([{ ...ben, isLater: true }], [], wanted)
    assert.deepEqual(shown(list), ['section Later 2', 'conversation Ben 2'])
  })

  test('of many other topics, those with most unread messages are listed at first', () => {
    const topics = Array.from({ length: 20 }, (_, nth) =>
      topic(
        9,
        `number ${nth}`,
        Array.from({ length: nth + 1 }, (_id, at) => 100 * nth + at + 1),
      ),
    )
    const many: UnreadSection[] = [{ key: 'all', name: 'All', channels: [{ id: 9, name: 'noisy', topics }] }]
    const { rows: list, more } = importantRows([], many, wanted)
    assert.deepEqual(shown(list).slice(0, 2), ['section Lively 195', 'conversation number 19 20'])
    assert.equal(list.length, 16)
    assert.deepEqual(
      more.map(({ name }) => name),
      ['number 4', 'number 3', 'number 2', 'number 1', 'number 0'],
    )
    assert.equal(importantRows([], many, { ...wanted, isWhole: true }).rows.length, 21)
  })
})

import { assert, describe, test } from 'vitest'
import { type InboxRow, idsOf, inboxRows, type UnreadSection, type Wanted } from './rows.ts'

const topic = (channelId: number, name: string, ids: number[], more = {}) => ({
  conversation: { kind: 'topic' as const, channelId, topic: name },
  key: `${channelId} ${name}`,
  name,
  ids,
  isMentioned: false,
  isMuted: false,
  isFollowed: false,
  ...more,
})
const directs = [
  { conversation: { kind: 'direct' as const, userIds: [2] }, key: 'ben', name: 'Ben', ids: [1, 2], isMentioned: false },
]
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
  inboxRows(directs, 'Direct messages', of, { ...usual, ...wanted })
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
})

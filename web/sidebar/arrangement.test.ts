import { assert, describe, test } from 'vitest'
import { arranged, movedBy, withInboxTabs } from './arrangement.ts'

const shown = (...of: Parameters<typeof arranged>) =>
  arranged(...of).flatMap(({ fragment, isShown }) => (isShown ? [fragment] : []))
const usual = ['inbox', 'feed', 'narrow/is/mentioned', 'narrow/is/starred']

describe('the views in the sidebar', () => {
  test('by default, usual views are listed without empty ones', () => {
    assert.deepEqual(
      shown([], () => true),
      usual,
    )
    assert.deepEqual(
      shown([], (fragment) => fragment !== 'drafts'),
      [...usual, 'drafts'],
    )
  })

  test('usual views are hidden and shown as chosen, with custom views last', () => {
    const chosen = [
      { fragment: 'feed', is_pinned: false, name: null },
      { fragment: 'reminders', is_pinned: true, name: null },
      { fragment: 'narrow/search/soup', is_pinned: true, name: 'Soup' },
      { fragment: 'catch-up', is_pinned: true, name: 'Catch up' },
    ]
    assert.deepEqual(
      shown(chosen, () => true),
      ['inbox', 'narrow/is/mentioned', 'narrow/is/starred', 'reminders', 'narrow/search/soup'],
    )
    const names = arranged(chosen, () => true).flatMap(({ name }) => name ?? [])
    assert.deepEqual(names, ['Soup'])
  })

  test('views are in the chosen order, with new ones at the end', () => {
    const order = ['narrow/search/soup', 'feed', 'narrow/is/starred', 'inbox', 'recent', 'narrow/is/mentioned']
    const chosen = order.map((fragment) => ({
      fragment,
      is_pinned: true,
      name: fragment.includes('soup') ? 'Soup' : null,
    }))
    assert.deepEqual(
      shown(chosen, () => true),
      order.filter((fragment) => fragment !== 'recent'),
    )
  })

  test('moving a view swaps neighbors, and keeps all conversations next to the inbox', () => {
    const views = arranged([], () => true)
    assert.deepEqual(movedBy(views, 'feed', -1)?.slice(0, 3), ['feed', 'inbox', 'narrow/is/mentioned'])
    assert.deepEqual(movedBy(views, 'inbox', 1)?.slice(0, 3), ['feed', 'inbox', 'narrow/is/mentioned'])
    assert.equal(movedBy(views, 'inbox', -1), undefined)
    assert.equal(movedBy(views, 'unknown', 1), undefined)
    assert.deepEqual(withInboxTabs(['feed', 'inbox', 'drafts']), ['feed', 'inbox', 'recent', 'drafts'])
  })
})

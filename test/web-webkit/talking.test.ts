import { assert, describe } from 'vitest'
import { makeTopic } from '../harness/topic.ts'
import { test } from './browser.ts'
import { hasWebKit } from './programs.ts'
import { keys } from './session.ts'

describe.skipIf(!hasWebKit)('talking in WebKit', () => {
  test('messages are sent and received without a reload, and are read when seen', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    await say('Can we **ship**?')
    const here = await visit(ada)
    const { session } = here
    await here.opens(hash)
    await here.sees('Can we ship?')
    await here.writes('CI is green.')
    await here.sees('CI is green.')
    await say('Then we ship.')
    await here.sees('Then we ship.')
    const sizes = await session.run(() => [document.documentElement.scrollHeight, innerHeight])
    assert.equal(sizes[0], sizes[1], 'the document itself never scrolls')
    const { messages } = await ada.send('GET', '/messages', { anchor: 'newest', num_before: 5, num_after: 0 })
    assert.deepEqual(
      (messages as { content: string }[]).slice(-2).map(({ content }) => content),
      ['<p>CI is green.</p>', '<p>Then we ship.</p>'],
    )
  })

  test('the sidebar, Back, and the palette lead to conversations', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    await say('Can we ship?')
    await ben.sends('Lunch?', ada)
    const here = await visit(ada)
    const { session } = here
    await here.opens(hash)
    await here.sees('Can we ship?')
    await session.waitFor('the direct message in the sidebar', () => {
      const link = [...document.querySelectorAll<HTMLElement>('#left-sidebar a')].find((one) =>
        one.textContent.includes('Ben'),
      )
      link?.click()
      return link !== undefined
    })
    await here.sees('Lunch?')
    await session.run(() => history.back())
    await here.sees('Can we ship?')
    await session.press(keys.control, 'k')
    await session.waitFor(
      'the palette has the focus',
      () => document.activeElement?.getAttribute('role') === 'combobox',
    )
    await session.type('Ben')
    await session.waitFor('Ben is chosen', () => {
      const field = document.activeElement as HTMLInputElement
      const chosen = document.getElementById(field.getAttribute('aria-activedescendant') ?? '')
      return field.value === 'Ben' && chosen?.textContent.trim().startsWith('Ben')
    })
    await session.press(keys.enter)
    await here.sees('Lunch?')
  })

  test('an edited message and a search show what was written', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    await say('The otter ships on Friday', ada)
    await say('A word about something else')
    const here = await visit(ada)
    const { session } = here
    await here.opens(hash)
    await here.sees('The otter ships on Friday')
    await session.run(() => {
      const messages = [...document.querySelectorAll<HTMLElement>('article[data-message]')]
      messages.find((one) => one.textContent.includes('otter'))?.focus()
    })
    await session.press('e')
    await session.waitFor('the editor', () => document.activeElement?.closest('.edit-field') != null)
    await session.type(', or later')
    await session.press(keys.control, keys.enter)
    await here.sees('The otter ships on Friday, or later')
    await here.opens('#narrow/search/otter')
    await here.sees('The otter ships on Friday, or later')
    await session.waitFor(
      'only what was searched for',
      () => document.querySelectorAll('article[data-message]').length === 1,
    )
  })
})

import { assert, describe } from 'vitest'
import { makeTopic } from '../harness/topic.ts'
import { hasBrowser, test } from './browser.ts'
import { gate } from './gate.ts'

describe.skipIf(!hasBrowser)('motion and loading', () => {
  for (const reducedMotion of ['no-preference', 'reduce'] as const)
    test(`menus, dialogs, and new messages move briefly or not at all: ${reducedMotion}`, async ({
      society,
      ada,
      ben,
      visit,
    }) => {
      const { hash, say } = await makeTopic(society, [ada, ben], 'one')
      await say('First')
      const here = await visit(ada, { reducedMotion })
      await here.opens(hash)
      await here.sees('First')
      const isStill = reducedMotion === 'reduce'
      const motion = async (selector: string) =>
        here.page
          .locator(selector)
          .last()
          .evaluate((one) => [
            getComputedStyle(one).animationName,
            Number.parseFloat(getComputedStyle(one).animationDuration),
          ])
      const moves = ([name, seconds]: (string | number)[]) =>
        isStill ? name === 'none' : name !== 'none' && Number(seconds) <= 0.18
      await here.message('First').focus()
      await here.page.keyboard.press('i')
      await here.page.getByRole('menu').waitFor()
      assert(moves(await motion('.menu')))
      await here.page.keyboard.press('Escape')
      await here.page.keyboard.press('?')
      await here.page.getByRole('dialog').waitFor()
      assert(moves(await motion('dialog')))
      await here.page.keyboard.press('Escape')
      await say('Second')
      await here.sees('Second')
      assert(moves(await motion('article[data-message]')))
      assert.deepEqual(here.complaints, [])
    })

  test('a slow conversation shows placeholders for its messages', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben], 'one')
    await say('First')
    const here = await visit(ada)
    const { release, released } = gate()
    await here.page.route('**/api/v1/messages?*', async (route) => {
      await released
      await route.continue()
    })
    await here.opens(`${hash.replace('one', 'two')}`)
    const placeholders = here.page.locator('.feed .skeleton')
    await placeholders.waitFor()
    assert.equal(await placeholders.textContent(), 'Loading messages…')
    release()
    await placeholders.waitFor({ state: 'detached' })
  })
})

import { assert, describe } from 'vitest'
import { makeChannel } from '../harness/channel.ts'
import { problems } from './axe.ts'
import { hasBrowser, test } from './browser.ts'

const texts = [
  'Hello **world**, see #**design** and `code`',
  '```python\ndef ship(release: str) -> bool:\n    """When CI is green."""\n    return release == "2.4"  # and not before\n```',
  '> quoted\n\n1. one\n2. two\n\n| a | b |\n|---|---|\n| 1 | 2 |',
  '$$E = mc^2$$ and ~~struck~~',
  '```spoiler Ending\nThey ship it.\n```',
]

describe.skipIf(!hasBrowser)('for everybody', () => {
  for (const colorScheme of ['light', 'dark'] as const)
    test(`nothing stands in anybody’s way, ${colorScheme}`, async ({ society, ada, ben, visit }) => {
      const id = await makeChannel(society.org, 'design', [ada, ben])
      for (const content of texts)
        await ben.send('POST', '/messages', { type: 'stream', to: id, topic: 'release', content })
      await ben.send('POST', '/messages', { type: 'direct', to: [ada.id], content: '@**Ada** hello' })
      const here = await visit(ada, { colorScheme })
      assert.deepEqual(await problems(here.page), [])
      for (const hash of ['#feed', `#narrow/channel/${id}-design/topic/release`, '#narrow/is/mentioned']) {
        await here.opens(hash)
        await here.page.locator('article[data-message]').first().waitFor()
        assert.deepEqual(await problems(here.page), [], hash)
      }
      assert.deepEqual(here.complaints, [])
    })

  test('with keys alone one finds a conversation, reads it and answers', async ({ society, ada, ben, visit }) => {
    const id = await makeChannel(society.org, 'design', [ada, ben])
    await ben.send('POST', '/messages', { type: 'stream', to: id, topic: 'release', content: 'Can we ship?' })
    const { page } = await visit(ada)
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: 'Skip to messages' }).waitFor()
    const topic = page.locator('.conversations').getByRole('link', { name: /release/ })
    for (let presses = 0; presses < 60 && !(await topic.evaluate((it) => it === document.activeElement)); presses++)
      await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.locator('article[data-message]', { hasText: 'Can we ship?' }).waitFor()
    await page.keyboard.press('r')
    await page.keyboard.type('Yes.')
    await page.keyboard.press('Control+Enter')
    await page.locator('article[data-message]', { hasText: 'Yes.' }).waitFor()
  })

  test('on a narrow screen nothing is cut off, and the menu leads everywhere', async ({ society, ada, ben, visit }) => {
    const id = await makeChannel(society.org, 'design', [ada, ben])
    for (const content of texts)
      await ben.send('POST', '/messages', {
        type: 'stream',
        to: id,
        topic: 'a topic with quite a long name indeed',
        content,
      })
    const here = await visit(ada, { viewport: { width: 390, height: 844 }, hasTouch: true })
    await here.page.getByRole('button', { name: 'Menu' }).click()
    await here.page
      .locator('.left')
      .getByRole('link', { name: /design/ })
      .click()
    await here.page.locator('article[data-message]').first().waitFor()
    for (const width of [390, 320]) {
      await here.page.setViewportSize({ width, height: 700 })
      assert.isAtMost(await here.page.evaluate(() => document.documentElement.scrollWidth), width)
    }
    assert.deepEqual(await problems(here.page), [])
  })
})

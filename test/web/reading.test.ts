import type { Page } from 'playwright-core'
import { assert, describe } from 'vitest'
import { makeTopic } from '../harness/topic.ts'
import { hasBrowser, test, type Visitor } from './browser.ts'

const [inConversations, never] = [2, 3]

/** Lets more than enough time pass to read what is shown and report it. */
async function looksOn({ page }: Visitor): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await page.bringToFront()
  await page.clock.runFor(3_000)
}

describe.skipIf(!hasBrowser)('reading', () => {
  test('messages in view are marked as read only where the user chose that', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    const unread = async (): Promise<number> => {
      const { unread_msgs } = await ada.send('POST', '/register', {
        fetch_event_types: ['message', 'update_message_flags'],
      })
      return (unread_msgs as { count: number }).count
    }
    const here = await visit(ada)
    const { page } = here
    await page.clock.install()
    await here.opens(hash)
    await ada.send('PATCH', '/settings', { web_mark_read_on_scroll_policy: never })
    await page.reload()
    await say('One')
    await here.sees('One')
    await looksOn(here)
    assert.equal(await unread(), 1)
    await here.opens('#feed')
    await ada.send('PATCH', '/settings', { web_mark_read_on_scroll_policy: inConversations })
    await page.reload()
    await here.sees('One')
    await looksOn(here)
    assert.equal(await unread(), 1, 'the feed is no conversation')
    await here.opens(hash)
    await here.sees('One')
    while ((await unread()) > 0) await looksOn(here)
    assert.deepEqual(here.complaints, [])
  })

  for (const [how, go] of [
    ['scrolls', (page: Page) => page.mouse.wheel(0, 10_000)],
    ['clicks', (page: Page) => page.locator('.feed').click({ position: { x: 400, y: 4 } })],
    ['writes', (page: Page) => page.keyboard.press('r')],
  ] as const)
    test(`a linked message and what follows are read once the reader ${how}`, async ({ society, ada, ben, visit }) => {
      const { hash, say } = await makeTopic(society, [ada, ben])
      const first = await say('The first')
      for (let count = 0; count < 4; count++) await say(`Line ${count}`)
      const unread = async (): Promise<number> => {
        const { unread_msgs } = await ada.send('POST', '/register', {
          fetch_event_types: ['message', 'update_message_flags'],
        })
        return (unread_msgs as { count: number }).count
      }
      const here = await visit(ada)
      const { page } = here
      await page.clock.install()
      await page.reload()
      await here.opens(`${hash}/near/${first}`)
      await here.sees('Line 3')
      await looksOn(here)
      assert.equal(await unread(), 5, 'who follows a link has read nothing yet')
      await page.mouse.move(640, 300)
      await go(page)
      if (how === 'writes') await here.composeField.pressSequentially('Thanks')
      while ((await unread()) > 0) await looksOn(here)
      assert.equal(await page.locator('article.unread').count(), 0)
      assert.deepEqual(here.complaints, [])
    })
})

import { assert, describe } from 'vitest'
import { makeTopic } from '../harness/topic.ts'
import { hasBrowser, test, type Visitor } from './browser.ts'

const [inConversations, never] = [2, 3]

/** Time passes that is more than enough to read what is in sight, and to tell the server. */
async function looksOn({ page }: Visitor): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await page.bringToFront()
  await page.clock.runFor(3_000)
}

describe.skipIf(!hasBrowser)('reading', () => {
  test('what is seen is read where somebody wants that, and nowhere else', async ({ society, ada, ben, visit }) => {
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
})

import { assert, describe } from 'vitest'
import { makeChannel } from '../harness/channel.ts'
import { hasBrowser, test } from './browser.ts'

describe.skipIf(!hasBrowser)('going to the next unread topic', () => {
  test('n opens the next unread topics in turn, which are prefetched', async ({ society, ada, ben, visit }) => {
    const id = await makeChannel(society.org, 'design', [ada, ben])
    await ben.sends('A word in the first', { channel: id, topic: 'first' })
    const here = await visit(ada)
    const { page } = here
    await here.opens(`#narrow/channel/${id}-design/topic/first`)
    await here.sees('A word in the first')
    const isFetched = (topic: string) =>
      page.waitForResponse((answer) => decodeURIComponent(answer.url()).includes(`"operand":"${topic}"`))
    // on a busy page, the prefetch may run only after these messages arrived
    const both = Promise.all([isFetched('older'), isFetched('newer')])
    await ben.sends('A word in the older', { channel: id, topic: 'older' })
    await ben.sends('A word in the newer', { channel: id, topic: 'newer' })
    await page.locator('#left-sidebar').getByRole('link', { name: /newer/ }).waitFor()
    // opening another view triggers a new prefetch
    await here.opens('#inbox')
    for (const answer of await both) await answer.finished()
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
    let asked = 0
    await page.route('**/api/v1/messages?**', (route) => {
      asked++
      return route.abort()
    })
    await page.keyboard.press('n')
    await here.sees('A word in the newer')
    await page.keyboard.press('n')
    await here.sees('A word in the older')
    assert.equal(asked, 0)
    assert.deepEqual(here.complaints, [])
  })

  test('n leads to the inbox when everything is read', async ({ society, ada, ben, visit }) => {
    const id = await makeChannel(society.org, 'design', [ada, ben])
    await ada.sends('My own word', { channel: id, topic: 'all read' })
    const here = await visit(ada)
    await here.opens(`#narrow/channel/${id}-design/topic/all.20read`)
    await here.sees('My own word')
    await here.page.locator('article[data-message]').last().focus()
    await here.page.keyboard.press('n')
    await here.page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
  })
})

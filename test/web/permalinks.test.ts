import type { Page } from 'playwright-core'
import { assert, describe } from 'vitest'
import { makeTopic } from '../harness/topic.ts'
import { hasBrowser, test, type Visitor } from './browser.ts'

/** A message's position, once two consecutive frames agree. */
async function placeOf(here: Visitor, text: string): Promise<number> {
  await here.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  return (await here.message(text).first().boundingBox())?.y ?? -1
}

/** Waits until a message is completely in view. */
const seen = (page: Page, text: string) =>
  page.waitForFunction((wanted) => {
    const feed = document.querySelector('.feed')?.getBoundingClientRect()
    const row = [...document.querySelectorAll('article[data-message]')].find((one) => one.textContent?.includes(wanted))
    const { top = -1, bottom = -1 } = row?.getBoundingClientRect() ?? {}
    return feed && row && top >= feed.top && bottom <= feed.bottom
  }, text)

describe.skipIf(!hasBrowser)('links to messages', () => {
  test('the same link leads back to its message, and Back to where the reader was', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    const ids: number[] = []
    for (let count = 10; count < 80; count++) ids.push(await say(`Line ${count}`))
    const link = `${hash}/near/${ids[30]}`
    await say(`See [this](${link}) and [that](${hash}/near/${ids[5]})`)
    await ada.send('POST', '/mark_all_as_read')
    const here = await visit(ada)
    const { page } = here
    const isInView = (text: string) => seen(page, text)
    /** To the last message, which is drawn when near. */
    const toEnd = () =>
      page.waitForFunction(() => {
        const feed = document.querySelector('.feed') as HTMLElement
        feed.scrollTo(0, 1e6)
        return feed.textContent?.includes('See this') && feed.scrollTop + feed.clientHeight >= feed.scrollHeight - 2
      })
    await here.opens(hash)
    await isInView('See this')
    await page.getByRole('link', { name: 'this', exact: true }).click()
    await isInView('Line 40')
    const first = await placeOf(here, 'Line 40')
    await toEnd()
    await isInView('See this')
    await page.getByRole('link', { name: 'this', exact: true }).click()
    await isInView('Line 40')
    assert.closeTo(await placeOf(here, 'Line 40'), first, 2)
    // scroll within that view, then go away and back
    await page.locator('.feed').evaluate((it) => it.scrollBy(0, -700))
    await isInView('Line 20')
    const left = await placeOf(here, 'Line 20')
    await here.opens('#inbox')
    await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
    await page.goBack()
    await isInView('Line 20')
    assert.closeTo(await placeOf(here, 'Line 20'), left, 2)
    await toEnd()
    await isInView('See this')
    await page.getByRole('link', { name: 'that', exact: true }).click()
    await isInView('Line 15')
    await page.goBack()
    await isInView('See this')
    await page.goForward()
    await isInView('Line 15')
    assert.deepEqual(here.complaints, [])
  })

  test('a link to a message that’s already shown highlights it', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    for (const text of ['Warp', 'Weft', 'Selvage']) await say(text)
    const here = await visit(ada)
    await here.opens(hash)
    await here.sees('Selvage')
    for (const text of ['Weft', 'Selvage', 'Warp']) {
      await here.message(text).hover()
      await here.message(text).locator('.time').click()
      await here.page.locator('.message.selected', { hasText: text }).waitFor()
      assert.equal(await here.page.locator('.message.selected').count(), 1)
    }
  })

  test('a link leads to a message just before the fetched ones', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    const ids: number[] = []
    for (let count = 10; count < 80; count++) ids.push(await say(`Line ${count}`))
    await say(`See [this](${hash}/near/${ids[30]})`)
    await ada.send('POST', '/mark_all_as_read')
    const here = await visit(ada)
    const { page } = here
    // the link is followed before older messages arrive; the first 40 begin right after its message
    await page.route(/num_before=200/, () => {})
    await here.opens(hash)
    await seen(page, 'See this')
    await page.getByRole('link', { name: 'this', exact: true }).click()
    await seen(page, 'Line 40')
    assert.deepEqual(here.complaints, [])
  })
})

import { assert, describe } from 'vitest'
import { makeTopic } from '../harness/topic.ts'
import { hasBrowser, test, type Visitor } from './browser.ts'

const jump = ({ page }: Visitor) => page.getByRole('button', { name: 'Jump to latest message' })

/** Whether a message is fully visible between the heading and the compose box. */
const isInView = ({ page }: Visitor, text: string) =>
  page.waitForFunction((wanted) => {
    const feed = document.querySelector('.feed')?.getBoundingClientRect()
    const row = [...document.querySelectorAll('article.message')].findLast((one) => one.textContent?.includes(wanted))
    const { top = -1, bottom = -1 } = row?.getBoundingClientRect() ?? {}
    return feed && row && top >= feed.top && bottom <= feed.bottom
  }, text)

describe.skipIf(!hasBrowser)('sending', () => {
  for (const [where, count] of [
    ['at an unread message', 80],
    ['at a link far from the end', 300],
  ] as const)
    test(`a message sent from a view opened ${where} is shown`, async ({ society, ada, ben, visit }) => {
      const { hash, say } = await makeTopic(society, [ada, ben])
      const early = await say('The first line')
      for (let line = 1; line < count; line++) await say(`Line ${line}`)
      if (count > 100) await ada.send('POST', '/mark_all_as_read')
      const here = await visit(ada)
      await here.opens(count > 100 ? `${hash}/near/${early}` : hash)
      await isInView(here, 'The first line')
      // the jump-to-end button is there before scrolling
      await jump(here).waitFor()
      await here.writes('My answer')
      await isInView(here, 'My answer')
      await here.page.locator('.outgoing').waitFor({ state: 'detached' })
      await isInView(here, 'My answer')
      await jump(here).waitFor({ state: 'detached' })
      await say('The next one')
      await isInView(here, 'The next one')
      assert.deepEqual(here.complaints, [])
    })

  test('a message sent after scrolling up is shown, also the second time', async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    for (let line = 0; line < 60; line++) await say(`Line ${line}`)
    await ada.send('POST', '/mark_all_as_read')
    const here = await visit(ada)
    await here.opens(hash)
    await isInView(here, 'Line 59')
    assert.equal(await jump(here).count(), 0)
    for (const words of ['One answer', 'Another answer']) {
      await here.page.locator('.feed').evaluate((it) => it.scrollTo(0, it.scrollHeight / 3))
      await jump(here).waitFor()
      await here.writes(words)
      await isInView(here, words)
      await here.page.locator('.outgoing').waitFor({ state: 'detached' })
      await isInView(here, words)
    }
    // also while it can't be sent yet
    await here.page.locator('.feed').evaluate((it) => it.scrollTo(0, it.scrollHeight / 3))
    await jump(here).waitFor()
    await here.page.context().setOffline(true)
    await here.writes('Waits for the network')
    await isInView(here, 'Waits for the network')
    await here.page.context().setOffline(false)
    await here.page.locator('.outgoing').waitFor({ state: 'detached' })
    await isInView(here, 'Waits for the network')
    assert.deepEqual(here.complaints, [])
  })

  test('a message sent from another view to a topic with unread messages is shown there', async ({
    society,
    ada,
    ben,
    visit,
  }) => {
    const { id, hash, say } = await makeTopic(society, [ada, ben])
    for (let line = 0; line < 60; line++) await say(`Line ${line}`)
    const here = await visit(ada)
    await here.opens(hash.replace(/\/topic.*/, ''))
    await here.page
      .getByRole('textbox', { name: 'Topic' })
      .or(here.page.getByRole('combobox', { name: 'Topic' }))
      .fill('release')
    await here.writes('From the channel')
    await here.page.waitForFunction((at) => location.hash.startsWith(`#narrow/channel/${at}-design/topic/release`), id)
    await isInView(here, 'From the channel')
    assert.deepEqual(here.complaints, [])
  })
})

import { assert, describe } from 'vitest'
import { makeChannel } from '../harness/channel.ts'
import { makeTopic } from '../harness/topic.ts'
import { hasBrowser, test } from './browser.ts'

describe.skipIf(!hasBrowser)('back and forward', () => {
  test("Back restores a feed's position and focus", async ({ society, ada, ben, visit }) => {
    const { hash, say } = await makeTopic(society, [ada, ben])
    for (let n = 1; n <= 60; n++) await say(`Line ${n} of sixty`)
    const here = await visit(ada)
    const { page } = here
    await here.opens(hash)
    await here.sees('Line 60 of sixty')
    const row = here.message('Line 20 of sixty')
    const feed = page.locator('#messages')
    await page.waitForFunction(() => document.querySelectorAll('article[data-message]').length > 0)
    for (;;) {
      if ((await row.count()) > 0) break
      await feed.evaluate((one) => one.scrollBy(0, -600))
      await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))))
    }
    await row.evaluate((one) => one.scrollIntoView({ block: 'center' }))
    await row.focus()
    const top = async () => Math.round((await row.boundingBox())?.y ?? -1)
    const before = await top()
    await here.opens('#inbox')
    await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
    await page.goBack()
    await row.waitFor()
    await page.waitForFunction(() => document.activeElement?.matches('article[data-message]'))
    assert.approximately(await top(), before, 4)
    assert.match((await page.locator(':focus').textContent()) ?? '', /Line 20 of sixty/)
    await page.goForward()
    await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
    assert.deepEqual(here.complaints, [])
  })

  test("Back restores a list's position and focuses the link that was followed", async ({ ada, visit }) => {
    await ada.send('POST', '/users/me/subscriptions', {
      subscriptions: Array.from({ length: 90 }, (_, n) => ({ name: `project ${String(n).padStart(2, '0')}` })),
      send_new_subscription_messages: false,
      announce: false,
    })
    const here = await visit(ada)
    const { page } = here
    await here.opens('#channels/all')
    const list = page.locator('.directory')
    await page.locator('.directory-row').first().waitFor()
    await list.evaluate((one) => one.scrollTo(0, 2_400))
    const link = page.locator('.directory').getByRole('link', { name: /project 55/ })
    await link.click()
    await page.getByRole('heading', { level: 1, name: 'project 55' }).waitFor()
    await page.goBack()
    await link.waitFor()
    await page.waitForFunction(() => document.activeElement?.textContent?.includes('project 55'))
    assert.isAbove(await list.evaluate(({ scrollTop }) => scrollTop), 2_000)
    assert.deepEqual(here.complaints, [])
  })

  test('unknown history state from other scripts is ignored', async ({ society, ada, ben, visit }) => {
    const { say } = await makeTopic(society, [ada, ben])
    await say('Hello')
    const here = await visit(ada)
    const { page } = here
    const at = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
    const link = page.locator('.line .entry').first()
    for (const state of [{ entry: 'one' }, { entry: {} }, 'text', null]) {
      await here.opens('#inbox')
      await at('Inbox')
      await page.evaluate((written) => history.replaceState(written, ''), state)
      await page.reload()
      await here.listens()
      await here.opens('#recent')
      await link.focus()
      await here.opens('#channels/all')
      await at('Channels')
      await page.goBack()
      await at('Inbox · All')
      await page.waitForFunction(() => document.activeElement?.matches('.line .entry'))
      await page.goBack()
      await at('Inbox')
    }
    assert.deepEqual(here.complaints, [])
  })

  test('Ctrl+Enter in the palette opens the result in a new tab', async ({ society, ada, visit }) => {
    await makeChannel(society.org, 'design', [ada])
    const here = await visit(ada)
    const { page } = here
    await page.keyboard.press('Control+k')
    await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'combobox')
    await page.keyboard.type('design')
    await page.locator('.palette [role=option][aria-selected=true]').filter({ hasText: 'design' }).waitFor()
    const [tab] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Control+Enter')])
    await tab.getByRole('heading', { level: 1, name: 'design' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
    // Ctrl+click on a link is the browser's
    const [other] = await Promise.all([
      page.context().waitForEvent('page'),
      page.locator('#left-sidebar').getByRole('link', { name: 'design' }).click({ button: 'middle' }),
    ])
    await other.getByRole('heading', { level: 1, name: 'design' }).waitFor()
    assert.deepEqual(here.complaints, [])
  })
})

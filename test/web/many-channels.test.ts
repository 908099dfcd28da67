import { assert, describe } from 'vitest'
import { hasBrowser, test } from './browser.ts'

describe.skipIf(!hasBrowser)('with hundreds of channels', () => {
  test('the sidebar draws channels near the viewport, and every one is reachable', async ({ ada, visit }) => {
    const count = 300
    const name = (n: number) => `project ${String(n).padStart(3, '0')}`
    for (let from = 0; from < count; from += 100)
      await ada.send('POST', '/users/me/subscriptions', {
        subscriptions: Array.from({ length: 100 }, (_, n) => ({ name: name(from + n) })),
        send_new_subscription_messages: false,
        announce: false,
      })
    const here = await visit(ada)
    const { page } = here
    const drawn = () => page.locator('.left li.channel').count()
    await page.getByRole('link', { name: name(0) }).waitFor()
    await page.waitForFunction(() => document.querySelectorAll('.left li.channel').length < 120)
    // the full height is known before it's drawn
    const height = await page.evaluate(() => (document.querySelector('#left-sidebar') as HTMLElement).scrollHeight)
    assert.isAbove(height, count * 24)
    await page.evaluate(() => document.querySelector('#left-sidebar')?.scrollTo(0, 1e6))
    const last = page.locator('#left-sidebar').getByRole('link', { name: name(count - 1) })
    await last.waitFor()
    assert.isBelow(await drawn(), 120)
    await last.click()
    await page.getByRole('heading', { name: name(count - 1), level: 1 }).waitFor()
    await page.evaluate(() => document.querySelector('#left-sidebar')?.scrollTo(0, 0))
    await page
      .locator('#left-sidebar')
      .getByRole('link', { name: name(0) })
      .waitFor()
    assert.equal(await page.locator('.left [aria-current="page"]').count(), 1)
    await page
      .locator('#left-sidebar')
      .getByRole('link', { name: name(0) })
      .focus()
    for (let presses = 0; presses < 90; presses++) await page.keyboard.press('Tab')
    assert.equal(await page.evaluate(() => document.activeElement?.textContent?.trim()), name(90))
    const among = await page.locator(':focus').evaluate((link) => Number(link.closest('li')?.ariaSetSize))
    assert.isAtLeast(among, count)
    assert.deepEqual(here.complaints, [])
  })
})

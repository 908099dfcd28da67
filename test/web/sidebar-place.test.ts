import { assert, describe } from 'vitest'
import { hasBrowser, test, type Visitor } from './browser.ts'

/** Waits until the entry of the open view is in the visible part of the sidebar, under that name. */
const currentEntry = async ({ page }: Visitor, name: string): Promise<void> => {
  await page.waitForFunction((wanted) => {
    const sidebar = document.getElementById('left-sidebar') as HTMLElement
    const entry = sidebar.querySelector('[aria-current="page"]')
    if (!entry?.querySelector('.name')?.textContent?.includes(wanted)) return false
    const { top, bottom, left, width } = entry.getBoundingClientRect()
    // nothing covers it: the sidebar's header stays above the list
    const seen = document.elementFromPoint(left + width / 2, (top + bottom) / 2)
    return top >= 0 && bottom <= innerHeight && entry.contains(seen)
  }, name)
}

describe.skipIf(!hasBrowser)('the sidebar', () => {
  test('more conversations open and close again with one button', async ({ society, ada, visit }) => {
    for (let n = 0; n < 8; n++) {
      const one = await society.join(`Person ${n}`)
      await ada.sends('Hello', one)
    }
    await ada.send('POST', '/mark_all_as_read')
    const { page, complaints } = await visit(ada)
    const directs = page.getByRole('region', { name: 'Direct messages' })
    const entries = directs.getByRole('listitem')
    const more = directs.getByRole('button', { name: 'More conversations', expanded: false })
    await more.click()
    const fewer = directs.getByRole('button', { name: 'Fewer conversations', expanded: true })
    await fewer.waitFor()
    assert.isAtLeast(await entries.count(), 8)
    assert.isTrue(await fewer.evaluate((it) => it === document.activeElement))
    await fewer.click()
    await more.waitFor()
    assert.equal(await entries.count(), 5)
    assert.deepEqual(complaints, [])
  })

  test('the sidebar shows the open channel or topic wherever the reader came from', async ({ ada, ben, visit }) => {
    const name = (n: number) => `project ${String(n).padStart(2, '0')}`
    await ada.send('POST', '/users/me/subscriptions', {
      subscriptions: Array.from({ length: 60 }, (_, n) => ({ name: name(n) })),
      principals: [ada.id, ben.id],
      send_new_subscription_messages: false,
      announce: false,
    })
    await ben.sends('Soup', { channel: name(40), topic: 'dinner' })
    await ada.send('POST', '/mark_all_as_read')
    await ben.sends('Soup', { channel: name(50), topic: 'lunch' })
    const here = await visit(ada)
    const { page } = here
    const scrolled = () => page.evaluate(() => document.getElementById('left-sidebar')?.scrollTop ?? 0)
    await page.keyboard.press('Control+k')
    await page.keyboard.type(name(58))
    await page
      .getByRole('option', { name: name(58) })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await currentEntry(here, name(58))
    assert.isAbove(await scrolled(), 500)
    await here.opens('#inbox')
    await currentEntry(here, 'Inbox')
    await page.keyboard.press('n')
    await page.waitForFunction(() => location.hash.includes('topic'))
    await currentEntry(here, 'lunch')
    const { stream_id } = await ada.send('GET', '/get_stream_id', { stream: name(40) })
    await here.opens(`#narrow/channel/${stream_id}-x/topic/dinner`)
    await currentEntry(here, 'dinner')
    // after the user scrolls the sidebar, nothing scrolls it back
    const box = await page.locator('#left-sidebar').boundingBox()
    await page.mouse.move((box?.x ?? 0) + 60, 400)
    await page.mouse.wheel(0, -5_000)
    await page.waitForFunction(() => document.getElementById('left-sidebar')?.scrollTop === 0)
    await ben.sends('Bread', { channel: name(40), topic: 'another' })
    await page.locator('#left-sidebar').getByText('another').waitFor({ state: 'attached' })
    assert.equal(await scrolled(), 0)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await currentEntry(here, 'dinner')
    assert.deepEqual(here.complaints, [])
  })

  test('the list of settings pages shows the open page in low windows', async ({ ada, visit }) => {
    const { page, opens } = await visit(ada).then((here) => ({ page: here.page, opens: here.opens.bind(here) }))
    await page.setViewportSize({ width: 1280, height: 500 })
    for (const key of ['audit-log', 'linkifier-settings']) {
      await opens(`#organization/${key}`)
      await page.waitForFunction((end) => {
        const entry = document.querySelector('.settings-list [aria-current="page"]')
        if (!entry?.getAttribute('href')?.endsWith(end)) return false
        const { top, bottom, left, width } = entry.getBoundingClientRect()
        return entry.contains(document.elementFromPoint(left + width / 2, (top + bottom) / 2))
      }, key)
    }
  })
})

import { afterAll, assert, beforeAll, describe } from 'vitest'
import { createWorkbench } from '../../scripts/workbench.mjs'
import { hasBrowser, test } from './browser.ts'

let workbench: Awaited<ReturnType<typeof createWorkbench>> | undefined
const entry = (name: string) => `${workbench?.url}?entry=${encodeURIComponent(name)}`

describe.skipIf(!hasBrowser)('with ten thousand people and a thousand channels', () => {
  beforeAll(async () => {
    workbench = await createWorkbench(0)
  })
  afterAll(() => workbench?.close())

  test('members and people are drawn near the eye, and everybody is found by name', async ({ browser }) => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(entry('members of a channel of ten thousand'))
    const rows = page.locator('.directory-row')
    await page.getByText('10,000 members').first().waitFor()
    assert.isBelow(await rows.count(), 150)
    assert.isBelow(await page.locator('.people li').count(), 200)
    // where it ends is known before it is drawn
    const list = page.locator('.directory')
    assert.isAbove(await list.evaluate(({ scrollHeight }) => scrollHeight), 10_000 * 50)
    await list.evaluate((one) => one.scrollTo(0, 1e7))
    await rows.getByText('Person 9999 of many').waitFor()
    assert.isBelow(await rows.count(), 150)
    await page.getByRole('searchbox', { name: 'Filter members' }).fill('4711')
    await page.waitForFunction(() => document.querySelectorAll('.directory-row').length === 1)
    await rows.getByText('Person 4711 of many').waitFor()
    await page.close()
  })

  test('channels are drawn near the eye, in the list and in the sidebar', async ({ browser }) => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(entry('a thousand channels'))
    const rows = page.locator('.directory-row')
    await rows.first().waitFor()
    await page.waitForFunction(() => document.querySelectorAll('.left li.channel').length < 250)
    assert.isBelow(await rows.count(), 150)
    await page.keyboard.type('project 777')
    await page.waitForFunction(() => document.querySelectorAll('.directory-row').length === 1)
    await page.close()
  })
})

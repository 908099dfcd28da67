import { join } from 'node:path'
import { afterAll, assert, beforeAll, describe } from 'vitest'
import { entries } from '../../web/workbench/entries.ts'
import { problems } from './axe.ts'
import { hasBrowser, test } from './browser.ts'

let workbench: { url: string; close(): Promise<void> } | undefined
/** A folder, to look at every view. */
const pictures = process.env.LOQUAT_SCREENSHOTS

describe.skipIf(!hasBrowser)('every view in each state', () => {
  beforeAll(async () => {
    const { createWorkbench } = await import('../../scripts/workbench.mjs')
    workbench = await createWorkbench(0)
  })
  afterAll(() => workbench?.close())

  for (const width of [1440, 390])
    test(`stands in nobody’s way and is not cut off, ${width} wide`, async ({ browser }) => {
      const page = await browser.newPage({ viewport: { width, height: width > 720 ? 900 : 844 } })
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(error.message))
      for (const { name, hash } of entries) {
        await page.goto(`${workbench?.url}?entry=${encodeURIComponent(name)}${hash}`)
        await page.locator(`html[data-entry="${name}"]`).waitFor({ state: 'attached' })
        for (const theme of ['light', 'dark']) {
          await page.evaluate((to) => (document.documentElement.dataset.theme = to), theme)
          if (pictures) await page.screenshot({ path: join(pictures, `${name} ${width} ${theme}.png`) })
          assert.deepEqual(await problems(page), [], `${name}, ${theme}`)
        }
        assert.isAtMost(await page.evaluate(() => document.documentElement.scrollWidth), width, name)
      }
      await page.close()
      assert.deepEqual(complaints, [])
    })
})

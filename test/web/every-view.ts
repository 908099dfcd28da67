import { join } from 'node:path'
import { afterAll, assert, beforeAll, describe } from 'vitest'
import { buildWorkbench } from '../../scripts/workbench.mjs'
import { problems } from './axe.ts'
import { hasBrowser, test } from './browser.ts'
import { layoutProblems } from './layout.ts'

let workbench: Awaited<ReturnType<typeof buildWorkbench>> | undefined
/** A folder, to look at every view. */
const pictures = process.env.LOQUAT_SCREENSHOTS
/** To look at a few: a regular expression of their names. */
const wanted = new RegExp(process.env.LOQUAT_ENTRIES ?? '')

/**
 * Looks at every view of the workbench in each state, at the first of some widths in both themes, and at the others for how
 * it lies there. Wide and narrow are files of their own, as each takes minutes.
 */
export function looksAtEveryView([width, ...narrower]: readonly [number, ...number[]]): void {
  describe.skipIf(!hasBrowser)('every view in each state', () => {
    beforeAll(async () => {
      workbench = await buildWorkbench()
    })
    afterAll(() => workbench?.close())

    test(`stands in nobody’s way, nothing is cut off, nothing overlaps, ${width} wide`, async ({ browser }) => {
      // with motion, colours would be looked at on their way from light to dark
      const height = width > 720 ? 900 : 844
      const page = await browser.newPage({ viewport: { width, height }, reducedMotion: 'reduce' })
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(error.message))
      await page.goto(`${workbench?.url}?list`)
      const links = page.getByRole('heading', { level: 2 }).getByRole('link')
      await links.first().waitFor()
      const entries = await links.evaluateAll((all: HTMLAnchorElement[]) =>
        all.map(({ href, textContent }) => ({ href, name: textContent ?? '' })),
      )
      const found: string[] = []
      for (const { name, href } of entries) {
        if (!wanted.test(name)) continue
        await page.setViewportSize({ width, height })
        await page.goto(href)
        await page.locator(`html[data-entry="${name}"]`).waitFor({ state: 'attached' })
        await page.evaluate(() => document.fonts.ready)
        // a part does not wait for styles that another part has begun to load
        await page.waitForFunction(() =>
          [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(({ sheet }) => sheet),
        )
        for (const theme of ['light', 'dark']) {
          await page.evaluate((to) => (document.documentElement.dataset.theme = to), theme)
          if (pictures) await page.screenshot({ path: join(pictures, `${name} ${width} ${theme}.png`) })
          found.push(...(await problems(page)).map((problem) => `${name}, ${theme}: ${problem}`))
        }
        for (const size of [width, ...narrower]) {
          await page.setViewportSize({ width: size, height })
          found.push(...(await layoutProblems(page)).map((problem) => `${name}, ${size} wide: ${problem}`))
        }
      }
      await page.close()
      assert.deepEqual(found, [])
      assert.deepEqual(complaints, [])
    })
  })
}

import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, assert, beforeAll, describe } from 'vitest'
import { buildWorkbench } from '../../scripts/workbench.mjs'
import { sample } from '../harness/property.ts'
import { loadAxe, problems } from './axe.ts'
import { hasBrowser, test } from './browser.ts'
import { contrastProblems } from './contrast.ts'
import { dialogProblems } from './dialog-buttons.ts'
import { openEntry, watchRequests } from './entry.ts'
import { focusProblems } from './focus.ts'
import { noteKnownParts } from './known-parts.ts'
import { layoutProblems } from './layout.ts'
import { ownColourProblems } from './own-colours.ts'

let workbench: Awaited<ReturnType<typeof buildWorkbench>> | undefined
/** A folder for screenshots of every view. */
const pictures = process.env.LOQUAT_SCREENSHOTS
/** `rtl` checks the views in right-to-left layout. */
const direction = process.env.LOQUAT_DIRECTION
/** Text spacing that users can set themselves (WCAG 1.4.12). */
const farApart = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
p { margin-block-end: 2em !important }`
/** A regular expression of names, to check a few views; LOQUAT_LANGUAGE checks them in another language. */
const wanted = new RegExp(process.env.LOQUAT_ENTRIES ?? '')

interface Size {
  readonly width: number
  readonly height: number
}

/** Split into several tests, because one can take minutes under load. */
const parts = 8

/** After a resize, views first restore what the reader looks at. */
const drawn = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

/**
 * Checks every workbench view in each state: in the first size in both themes, in the others its layout only. Wide
 * screens, where less goes wrong, check a third of the views in an ordinary run.
 */
export function looksAtEveryView([first, ...others]: readonly [Size, ...Size[]]): void {
  const isNarrow = first.width <= 720
  const known = {
    parts: new Set<string>(),
    contrast: new Set<string>(),
    marks: new Set<string>(),
    ownColours: new Set<string>(),
  }
  let page: Page | undefined
  const complaints: string[] = []
  let entry = ''

  async function begin(browser: Browser): Promise<{ page: Page; entries: readonly { href: string; name: string }[] }> {
    // with motion, colors would be measured during the transition between themes
    page ??= await browser.newPage({ viewport: first, reducedMotion: 'reduce' })
    page.on('pageerror', (error) => complaints.push(`${entry}: ${error.stack ?? error.message}`))
    watchRequests(page)
    await page.goto(`${workbench?.url}?list`)
    const links = page.getByRole('heading', { level: 2 }).getByRole('link')
    await links.first().waitFor()
    const entries = await links.evaluateAll((all: HTMLAnchorElement[]) =>
      all.map(({ href, textContent }) => ({ href, name: textContent ?? '' })),
    )
    const asked = entries.filter(({ name }) => wanted.test(name))
    const looksAtAll = isNarrow || pictures !== undefined || process.env.LOQUAT_ENTRIES !== undefined
    return { page, entries: looksAtAll ? asked : sample(asked) }
  }
  let begun: ReturnType<typeof begin> | undefined

  async function look(page: Page, { name, href }: { name: string; href: string }): Promise<string[]> {
    entry = name
    await page.setViewportSize(first)
    const problem = await openEntry(page, name, direction ? href.replace('#', `&dir=${direction}#`) : href)
    if (problem !== undefined) return [`${name} ${problem}`]
    await noteKnownParts(page, known.parts)
    await loadAxe(page, workbench?.rules)
    const at = await problems(page, 'all but contrast')
    const found = at.map((problem) => `${name}: ${problem}`)
    for (const theme of ['light', 'dark']) {
      await page.evaluate((to) => (document.documentElement.dataset.theme = to), theme)
      if (pictures) await page.screenshot({ path: join(pictures, `${name} ${first.width} ${theme}.png`) })
      const pale = await contrastProblems(page, known.contrast)
      found.push(...pale.map((problem) => `${name}, ${theme}: ${problem}`))
    }
    const sizes = [first, ...others]
    for (const size of sizes) {
      await page.setViewportSize(size)
      const lies = [...(await layoutProblems(page)), ...(await dialogProblems(page))]
      found.push(...lies.map((problem) => `${name}, ${size.width} by ${size.height}: ${problem}`))
    }
    const apart = await page.addStyleTag({ content: farApart })
    found.push(...(await layoutProblems(page)).map((problem) => `${name}, text far apart: ${problem}`))
    await apart.evaluate((style) => style.parentNode?.removeChild(style))
    found.push(...(await ownColourProblems(page, known.ownColours)).map((problem) => `${name}: ${problem}`))
    for (const size of others.length > 0 ? others.toReversed() : sizes) {
      await page.setViewportSize(size)
      await drawn(page)
      const focus = await focusProblems(page, known.marks)
      found.push(...focus.map((problem) => `${name}, ${size.width} by ${size.height}: ${problem}`))
    }
    return found
  }

  describe.skipIf(!hasBrowser)('every view in each state', () => {
    beforeAll(async () => {
      workbench = await buildWorkbench(process.env.LOQUAT_LANGUAGE ?? 'en', { hasEmoji: pictures !== undefined })
    })
    afterAll(async () => {
      await page?.close()
      await workbench?.close()
    })

    for (let part = 0; part < parts; part++)
      test(`views are accessible, without clipped or overlapping content, ${first.width} wide, part ${part + 1} of ${parts}`, async ({
        browser,
      }) => {
        begun ??= begin(browser)
        const { page, entries } = await begun
        const from = Math.floor((part * entries.length) / parts)
        const to = Math.floor(((part + 1) * entries.length) / parts)
        const found: string[] = []
        for (const entry of entries.slice(from, to)) found.push(...(await look(page, entry)))
        assert.deepEqual(found, [])
        assert.deepEqual(complaints.splice(0), [])
      })
  })
}

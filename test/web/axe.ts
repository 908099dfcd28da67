import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** A WCAG criterion (2.5.3) that axe doesn't run by default: the accessible name contains the visible label. */
const more = ['label-content-name-mismatch']

// A target partly covered by the feed's edge is too small only until the user scrolls, so it's checked again in the
// middle. perf: axe would generate a selector for each passing element; parts noted by known-parts.ts were checked
// before
const look = (options: object) => `(async () => {
  // colors are those after an animation
  const ends = document.getAnimations().filter((one) => one.effect?.getComputedTiming().iterations !== Infinity)
  await Promise.all(ends.map((one) => one.finished.catch(() => {})))
  const quick = { resultTypes: ['violations'], selectors: false }
  const found = []
  const note = ({ id }, { html, failureSummary }) => found.push(id + ': ' + html.slice(0, 200) + ' ' + failureSummary)
  const known = (globalThis.knownParts ?? []).filter((one) => one.isConnected)
  const context = known.length > 0 ? { exclude: known } : document
  const { violations } = await axe.run(context, { ...${JSON.stringify(options)}, elementRef: true, ...quick })
  for (const violation of violations)
    for (const node of violation.nodes) {
      // the arrows of the field that names it lead through such a list, and scroll it
      const { id, role } = node.element
      const isLed = role === 'listbox' && document.activeElement?.getAttribute('aria-controls') === id
      if (violation.id === 'scrollable-region-focusable' && isLed) continue
      if (violation.id !== 'target-size') {
        note(violation, node)
        continue
      }
      node.element.scrollIntoView({ block: 'center' })
      await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
      if (!node.element.isConnected) continue
      const again = await axe.run(node.element, { runOnly: { type: 'rule', values: ['target-size'] }, ...quick })
      for (const still of again.violations) for (const one of still.nodes) note(still, one)
    }
  return found
})()`

let source: Promise<string> | undefined

/** Loads axe into the page once; from `url`, if given, where the server serves it. */
export async function loadAxe(page: Page, url?: string): Promise<void> {
  if (await page.evaluate('typeof axe === "object"')) return
  // perf: browsers cache a file's compiled code
  if (url) {
    await page.addScriptTag({ url })
    return
  }
  source ??= readFile(axe, 'utf8')
  await page.evaluate(await source)
}

/** Violations of WCAG 2.2 AA in what is shown, one per line; optionally without color contrast. */
export async function problems(page: Page, of: 'everything' | 'all but contrast' = 'everything'): Promise<string[]> {
  await loadAxe(page)
  const named = Object.fromEntries(more.map((rule) => [rule, { enabled: true }]))
  const without = of === 'everything' ? {} : { 'color-contrast': { enabled: false } }
  return page.evaluate(look({ runOnly: { type: 'tag', values: rules }, rules: { ...named, ...without } }))
}

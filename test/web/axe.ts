import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

// What an edge of the feed covers in part is too small for the finger only until one scrolls: looked at again in the middle.
const look = `(async () => {
  const found = []
  const note = ({ id }, { html, failureSummary }) => found.push(id + ': ' + html.slice(0, 200) + ' ' + failureSummary)
  const { violations } = await axe.run(document, { runOnly: ${JSON.stringify(rules)}, elementRef: true })
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
      const again = await axe.run(node.element, { runOnly: { type: 'rule', values: ['target-size'] } })
      for (const still of again.violations) for (const one of still.nodes) note(still, one)
    }
  return found
})()`

/** What the rules of WCAG 2.2 AA find wrong with what is shown, a line each. */
export async function problems(page: Page): Promise<string[]> {
  return page.evaluate(`${await readFile(axe, 'utf8')}; ${look}`)
}

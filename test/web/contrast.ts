import type { Page } from 'playwright-core'
import { loadAxe } from './axe.ts'
import type { WithKnownParts } from './known-parts.ts'

/**
 * WCAG contrast violations, one per line. Checks each pair of colors once per `known` set, because the rule is slow.
 */
export async function contrastProblems(page: Page, known: Set<string>): Promise<string[]> {
  await loadAxe(page)
  const { found, pairs } = await page.evaluate(look, [...known])
  for (const pair of pairs) known.add(pair)
  return found
}

interface Axe {
  run(
    context: { include: Element[] },
    options: object,
  ): Promise<{ violations: { nodes: { html: string; failureSummary: string }[] }[] }>
}

async function look(known: readonly string[]): Promise<{ found: string[]; pairs: string[] }> {
  const pairs = new Set(known)
  /** The element's backgrounds, up to an opaque one. */
  const grounds = new Map<Element, string>()
  const groundsOf = (element: Element): string => {
    const seen = grounds.get(element)
    if (seen !== undefined) return seen
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element)
    const own = `${backgroundColor} ${backgroundImage} ${opacity}`
    const isOpaque = /^rgb\(/.test(backgroundColor) && opacity === '1'
    const all = isOpaque || !element.parentElement ? own : `${own} / ${groundsOf(element.parentElement)}`
    grounds.set(element, all)
    return all
  }
  const fresh = new Set<Element>()
  const seenBefore = new Set<Node>((globalThis as WithKnownParts).knownParts)
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) =>
    seenBefore.has(node) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  )
  const note = (element: Element, part?: string) => {
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element, part)
    const size = Number.parseFloat(fontSize)
    const isLarge = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700)
    const pair = [color, isLarge, textShadow, groundsOf(element)].join('; ')
    if (pairs.has(pair)) return
    // skip invisible elements: they don't count for their colors either
    const { width, height } = element.getBoundingClientRect()
    if (width < 2 || height < 2 || !element.checkVisibility({ visibilityProperty: true })) return
    pairs.add(pair)
    fresh.add(element)
  }
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (node instanceof Element) {
      if (node.matches('input, textarea, select')) note(node)
    } else if (node.parentElement && node.textContent?.trim()) note(node.parentElement)
  if (fresh.size === 0) return { found: [], pairs: [] }
  const { axe } = globalThis as unknown as { axe: Axe }
  const { violations } = await axe.run(
    { include: [...fresh] },
    { runOnly: ['color-contrast'], resultTypes: ['violations'], selectors: false },
  )
  const found = violations.flatMap(({ nodes }) =>
    nodes.map(({ html, failureSummary }) => `color-contrast: ${html.slice(0, 200)} ${failureSummary}`),
  )
  return { found, pairs: [...pairs] }
}

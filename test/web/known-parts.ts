import type { Page } from 'playwright-core'

/** Adds the page's parts (elements, place, and references) to `known`, so that slow checks can skip repeated ones. */
export async function noteKnownParts(page: Page, known: Set<string>): Promise<void> {
  for (const part of await page.evaluate(look, [...known])) known.add(part)
}

/** Where `look` stores them: the outermost elements. */
export interface WithKnownParts {
  knownParts?: Element[]
}

function look(known: readonly string[]): string[] {
  const seen = new Set(known)
  const fresh: string[] = []
  const same: Element[] = []
  /** Smaller parts are checked with their parent. */
  const least = 120
  const digest = (text: string): string => {
    let [one, other] = [0xdeadbeef, 0x41c6ce57]
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      one = Math.imul(one ^ code, 2_654_435_761)
      other = Math.imul(other ^ code, 1_597_334_677)
    }
    return `${(one >>> 0).toString(36)}${(other >>> 0).toString(36)}`
  }
  const references = [
    'aria-labelledby',
    'aria-describedby',
    'aria-controls',
    'aria-owns',
    'aria-activedescendant',
    'for',
  ]
  const referring = references.map((name) => `[${name}]`).join()
  /** Texts elsewhere that its elements refer to. */
  const saidElsewhere = (element: Element): string =>
    [element, ...element.querySelectorAll(referring)]
      .flatMap((one) => references.flatMap((name) => one.getAttribute(name)?.split(' ') ?? []))
      .map((id) => document.getElementById(id)?.textContent ?? 'not there')
      .join('\n')
  const opening = (element: Element) => (element.cloneNode(false) as Element).outerHTML
  const visit = (element: Element, above: string) => {
    const { innerHTML } = element
    if (innerHTML.length < least) return
    const place = digest(above + opening(element))
    const part = digest([place, innerHTML, saidElsewhere(element)].join('\n'))
    if (seen.has(part)) {
      same.push(element)
      return
    }
    fresh.push(part)
    for (const child of element.children) visit(child, place)
  }
  const isDialogOpen = document.querySelector('dialog:modal') !== null
  for (const child of document.body.children) visit(child, isDialogOpen ? 'behind a dialog' : '')
  ;(globalThis as WithKnownParts).knownParts = same
  return fresh
}

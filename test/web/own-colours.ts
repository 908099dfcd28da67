import type { Page } from 'playwright-core'

/**
 * Controls that look selected, on, or unread only without forced colors, one per line. Each kind is checked once per
 * `known` set.
 */
export async function ownColourProblems(page: Page, known: Set<string>): Promise<string[]> {
  // perf: most views have no new kinds, and changing to forced colors recomputes all styles
  const { kinds: unknown } = await page.evaluate(look, { known: [...known], isTrial: true })
  if (unknown.length === 0) return []
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  const { found, kinds } = await page.evaluate(look, { known: [...known], isTrial: false })
  await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'reduce' })
  for (const kind of kinds) known.add(kind)
  return found
}

/** Runs in the page. As a trial, it only lists the kinds to check. */
function look({ known, isTrial }: { known: readonly string[]; isTrial: boolean }): {
  found: string[]
  kinds: string[]
} {
  const found: string[] = []
  const seen = new Set(known)
  const fresh: string[] = []
  const called = (element: Element) => {
    const text = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().replace(/\s+/g, ' ')
    return `<${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}"> ${text.slice(0, 60)}`
  }
  /** The colors used, and whether anything is drawn; font weight alone isn't enough. */
  const looks = (element: Element) =>
    [element, element.nextElementSibling, element.parentElement, ...element.children]
      .flatMap((one) => (one ? [undefined, '::before', '::after'].map((part) => getComputedStyle(one, part)) : []))
      .map((style) =>
        [
          style.content,
          style.color,
          style.backgroundColor,
          style.backgroundImage,
          style.borderBlockStartStyle,
          style.borderBlockStartColor,
          style.borderBlockEndStyle,
          style.borderBlockEndColor,
          style.outlineStyle,
          style.outlineColor,
          style.textDecorationLine,
          style.rotate,
        ].join(),
      )
      .join(';')
  const kindOf = (element: Element, state: string) =>
    `${state} ${element.parentElement?.getAttribute('class')} ${element.tagName}.${element.getAttribute('class')}`
  const compare = (element: Element, state: string, turn: (on: boolean) => void) => {
    const kind = kindOf(element, state)
    if (seen.has(kind) || !element.checkVisibility()) return
    seen.add(kind)
    fresh.push(kind)
    if (isTrial) return
    const on = looks(element)
    turn(false)
    const off = looks(element)
    turn(true)
    if (on === off) found.push(`looks the same with ${state} as without: ${called(element)}`)
  }
  for (const state of ['aria-current', 'aria-selected', 'aria-pressed', 'aria-checked'])
    for (const element of document.querySelectorAll(`[${state}]:not([${state}="false"])`)) {
      const value = element.getAttribute(state) as string
      compare(element, state, (on) => element.setAttribute(state, on ? value : 'false'))
    }
  for (const element of document.querySelectorAll<HTMLInputElement>('input:checked')) {
    const { appearance, opacity } = getComputedStyle(element)
    const turn = (on: boolean) => (element.checked = on)
    // the browser draws native controls in forced colors itself
    if (appearance === 'none' || opacity === '0') compare(element, 'checked', turn)
  }
  for (const name of ['unread', 'active', 'idle'])
    for (const element of document.querySelectorAll(`.${name}:is(.message, .presence)`))
      compare(element, name, (on) => element.classList.toggle(name, on))
  return { found, kinds: fresh }
}

import type { Page } from 'playwright-core'

/**
 * Focused controls that are hidden, or look the same without focus, one per line. Of each kind (same element, class,
 * and parent), three are checked per page, and their focus style once per `known` set.
 */
export const focusProblems = async (page: Page, known: Set<string>): Promise<string[]> => {
  const { found, kinds } = await page.evaluate(look, [...known])
  for (const kind of kinds) known.add(kind)
  return found
}

function look(known: readonly string[]): { found: string[]; kinds: string[] } {
  const found: string[] = []
  const marked = new Set(known)
  const times = new Map<string, number>()
  const before = document.activeElement as HTMLElement | null
  const called = (element: Element) => {
    const text = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().replace(/\s+/g, ' ')
    return `<${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}"> ${text.slice(0, 60)}`
  }
  const kindOf = (element: Element) =>
    [element.parentElement?.parentElement, element.parentElement, element]
      .map((one) => `${one?.tagName}.${one?.getAttribute('class') ?? ''}`)
      .join(' ')
  /** Elements that may show the focus: the control, its ancestors, and its siblings. */
  const places = (element: Element) => [
    element,
    element.nextElementSibling,
    element.parentElement,
    element.parentElement?.parentElement,
    element.closest('.writing, .search-line, .group-pills, .line'),
  ]
  const looks = (element: Element) =>
    places(element)
      .map((one) => {
        if (!one) return ''
        const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, backgroundColor } =
          getComputedStyle(one)
        const outline = outlineStyle === 'none' ? '' : `${outlineStyle} ${outlineWidth} ${outlineColor}`
        return [outline, boxShadow, borderColor, backgroundColor].join()
      })
      .join(';')
  const opened = 'dialog, [popover], [role="dialog"], [role="listbox"], .suggestions'
  /** Its nodes, or its visible substitute: an invisible radio button has its label. */
  const isOf = (element: Element, hit: Element | null) =>
    hit !== null && (element.contains(hit) || element.closest('label')?.contains(hit) || hit.contains(element)) === true
  const isSeen = (element: Element) =>
    [...element.getClientRects()].some(({ left, top, right, bottom }) => {
      const [x, y] = [(left + right) / 2, (top + bottom) / 2]
      const points = [
        [x, y],
        [left + 2, top + 2],
        [right - 2, top + 2],
        [left + 2, bottom - 2],
        [right - 2, bottom - 2],
      ] as const
      return points.some(([across, down]) => {
        const hit = document.elementFromPoint(across, down)
        // covered by something that Escape closes
        if (hit?.closest(opened) && !element.closest(opened)) return true
        // a clipped control hits the element that clips it
        return (
          isOf(element, hit) && !(hit !== element && hit?.contains(element) && hit.scrollHeight > hit.clientHeight + 1)
        )
      })
    })

  const controls = 'a[href], button, input, textarea, select, summary, [tabindex]'
  for (const element of document.querySelectorAll<HTMLElement>(controls)) {
    if (element.tabIndex < 0 || !element.checkVisibility({ visibilityProperty: true })) continue
    const kind = kindOf(element)
    const count = (times.get(kind) ?? 0) + 1
    times.set(kind, count)
    if (count > 3) continue
    ;(document.activeElement as HTMLElement | null)?.blur()
    const without = looks(element)
    element.focus()
    // something else took the focus, or a dialog makes it inert
    if (document.activeElement !== element) continue
    if (!isSeen(element)) found.push(`has the focus and is not seen: ${called(element)}`)
    if (marked.has(kind)) continue
    marked.add(kind)
    // headings and containers focused by scripts announce themselves by their text
    if (looks(element) === without) found.push(`looks the same with the focus: ${called(element)}`)
  }
  before?.focus({ preventScroll: true })
  return { found: [...new Set(found)], kinds: [...marked] }
}

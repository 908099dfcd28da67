import type { Page } from 'playwright-core'

/**
 * Layout problems, one per line: overflow, clipped or overlapping text, and covered controls. Compares boxes and never
 * pixels, so that the result doesn't depend on fonts.
 */
export const layoutProblems = (page: Page): Promise<string[]> => page.evaluate(look)

function look(): string[] {
  const found: string[] = []
  const { innerWidth: width, innerHeight: height } = window
  const called = (element: Element) => {
    const text = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().replace(/\s+/g, ' ')
    return `<${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}"> ${text.slice(0, 60)}`
  }
  const { scrollWidth, scrollHeight } = document.documentElement
  if (scrollWidth > width) found.push(`the page is ${scrollWidth} px wide on a screen of ${width}`)
  // a scrolling document would scroll the whole client out of view; other pages do scroll
  if (document.getElementById('app') && scrollHeight > height)
    found.push(`the page is ${scrollHeight} px high on a screen of ${height}`)
  /** The nearest element that scrolls and moves this one, or would if this one were positioned inside it. */
  const scrollerOf = (element: Element): Element | null => {
    for (let one = element.parentElement; one && one !== document.body; one = one.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(one)
      if (/auto|scroll/.test(overflowX + overflowY)) return one
      if (position === 'fixed') return null
    }
    return null
  }
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    if (getComputedStyle(element).position !== 'absolute' || !element.offsetParent) continue
    const scroller = scrollerOf(element)
    if (scroller && !scroller.contains(element.offsetParent))
      found.push(`doesn't scroll with ${called(scroller)}: ${called(element)}`)
  }

  /** The part of a box that no ancestor clips or scrolls away. */
  const seenPart = (element: Element, { left, top, right, bottom }: DOMRect): DOMRect => {
    let [x, y, endX, endY] = [Math.max(0, left), Math.max(0, top), Math.min(width, right), Math.min(height, bottom)]
    for (let one: Element | null = element; one; one = one.parentElement) {
      if (getComputedStyle(one).overflow === 'visible' || one === document.documentElement) continue
      const edge = one.getBoundingClientRect()
      x = Math.max(x, edge.left)
      y = Math.max(y, edge.top)
      endX = Math.min(endX, edge.right)
      endY = Math.min(endY, edge.bottom)
    }
    return new DOMRect(x, y, endX - x, endY - y)
  }
  /** The opaque element over a box's center. */
  const covering = (element: Element, { left, top, width, height }: DOMRect): Element | undefined => {
    for (const above of document.elementsFromPoint(left + width / 2, top + height / 2)) {
      if (above.contains(element) || element.contains(above)) return undefined
      if (!/, 0\)$|^transparent$/.test(getComputedStyle(above).backgroundColor)) return above
    }
    return undefined
  }
  const isMostly = (part: DOMRect, box: DOMRect) =>
    part.width > 1 && part.height > 1 && part.width >= box.width / 2 && part.height >= box.height / 2
  /** Only for screen readers, or not drawn. */
  const isHidden = (element: Element) =>
    !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
    element.closest('.visually-hidden, [aria-hidden="true"] svg') !== null
  const scrollsSideways = (element: Element): boolean => {
    for (let one = element.parentElement; one; one = one.parentElement)
      if (/auto|scroll/.test(getComputedStyle(one).overflowX) && one.scrollWidth > one.clientWidth) return true
    return false
  }
  const floats = (element: Element | null) =>
    element?.closest(
      'dialog, [popover], [role="dialog"], [role="listbox"], [role="menu"], [role="status"], .row-actions, .to-end',
    )

  /** The jump-to-end button covers messages only. */
  const floatsOver = (over: Element, element: Element) =>
    floats(over) && (!over.closest('.to-end') || element.closest('.feed-frame'))
  /** A sticky header over the content that scrolls below it. */
  const isStuckOver = (over: Element, element: Element): boolean => {
    for (let one: Element | null = over; one; one = one.parentElement)
      if (getComputedStyle(one).position === 'sticky') return scrollerOf(one)?.contains(element) === true
    return false
  }

  const texts: { element: Element; box: DOMRect }[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    if (!element || !node.textContent?.trim() || isHidden(element)) continue
    const style = getComputedStyle(element)
    const range = document.createRange()
    range.selectNodeContents(node)
    const button = element.closest('button')
    for (const whole of range.getClientRects()) {
      const box = seenPart(element, whole)
      if (!isMostly(box, new DOMRect(0, 0, 0, whole.height)) || covering(element, box)) continue
      texts.push({ element, box })
      const edge = button?.getBoundingClientRect()
      if (edge && (box.left < edge.left - 1 || box.right > edge.right + 1))
        found.push(`text sticks out of its button: ${called(element)}`)
    }
    const isCut =
      (/hidden|clip/.test(style.overflowX) &&
        element.scrollWidth > element.clientWidth + 1 &&
        style.textOverflow === 'clip') ||
      (/hidden|clip/.test(style.overflowY) &&
        // line-clamp shows an ellipsis
        style.webkitLineClamp === 'none' &&
        element.scrollHeight > element.clientHeight + 2)
    if (isCut && element.clientWidth > 0) found.push(`text is cut off: ${called(element)}`)
  }
  for (const [at, one] of texts.entries())
    for (const other of texts.slice(at + 1)) {
      if (one.element.contains(other.element) || other.element.contains(one.element)) continue
      const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
      const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
      // line boxes are taller than glyphs
      if (
        across > 2 &&
        down > Math.min(one.box.height, other.box.height) / 2 &&
        !floats(one.element) &&
        !floats(other.element)
      )
        found.push(`texts lie over each other: ${called(one.element)} and ${called(other.element)}`)
    }

  const controls = 'button, a[href], input, textarea, select, summary, [role="option"], [role="menuitem"], [role="tab"]'
  for (const element of document.querySelectorAll(controls)) {
    const box = element.getBoundingClientRect()
    if (isHidden(element) || element.closest('[inert], .skip') || !element.checkVisibility()) continue
    if ((box.left < -1 || box.right > width + 1) && !scrollsSideways(element) && box.bottom > 0 && box.top < height)
      found.push(`sticks out of the screen: ${called(element)}`)
    const part = seenPart(element, box)
    // a link's center isn't inside it when it spans lines
    if (!isMostly(part, box) || element.getClientRects().length > 1 || document.querySelector('dialog:modal')) continue
    const over = covering(element, part)
    if (over && !floatsOver(over, element) && !isStuckOver(over, element) && !element.closest('label')?.contains(over))
      found.push(`is covered by ${called(over)}: ${called(element)}`)
  }
  return [...new Set(found)]
}

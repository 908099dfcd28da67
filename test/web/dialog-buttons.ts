import type { Page } from 'playwright-core'

/** Buttons of open dialogs, sheets, and menus that can't be scrolled into view, one per line; disabled ones too. */
export const dialogProblems = (page: Page): Promise<string[]> => page.evaluate(look)

function look(): string[] {
  const found: string[] = []
  // a modal dialog makes the ones below it inert
  const topmost = document.activeElement?.closest('dialog:modal')
  const open = [...document.querySelectorAll('dialog[open], [popover]:popover-open, [role="dialog"]')].filter(
    (one) => !topmost || one === topmost || !one.matches(':modal'),
  )
  const buttons = open.flatMap((one) => [...one.querySelectorAll<HTMLElement>('button, [role^="menuitem"]')])
  const scrolled = open.flatMap((one) => [one, ...one.querySelectorAll('*')]).filter((one) => one.scrollTop > 0)
  const before = scrolled.map((one) => ({ one, top: one.scrollTop }))
  for (const button of new Set(buttons)) {
    if (!button.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    button.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    const { left, top, right, bottom } = button.getBoundingClientRect()
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    const isOnScreen = left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1
    if (isOnScreen && hit && (button.contains(hit) || hit.contains(button))) continue
    const text = (button.getAttribute('aria-label') ?? button.textContent ?? '').trim().replace(/\s+/g, ' ')
    found.push(`a button of a dialog can't be reached: ${text.slice(0, 60)}`)
  }
  for (const { one, top } of before) one.scrollTop = top
  return found
}

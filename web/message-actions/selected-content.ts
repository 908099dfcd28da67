import { cleanContent } from './clean-content.ts'

/** The selected part of one message; undefined if nothing is selected, or more than that message. */
export function selectedContent(row: HTMLElement | null): HTMLElement | undefined {
  const selection = getSelection()
  if (!row || !selection || selection.isCollapsed || selection.rangeCount === 0) return undefined
  const range = selection.getRangeAt(0)
  const content = row.querySelector('.content')
  if (!content?.contains(range.startContainer) || !content.contains(range.endContainer)) return undefined
  const selected = cleanContent(range, content)
  return selected.textContent?.trim() ? selected : undefined
}

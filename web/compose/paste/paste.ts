import { applyEdit, type Edit } from '../text/editing.ts'
import { isInCode, isInOpenTicks, linked } from '../text/formatting.ts'

const inserted = ({ selectionStart: from, selectionEnd: to }: HTMLTextAreaElement, text: string): Edit => ({
  from,
  to,
  text,
  select: [from + text.length, from + text.length],
})

/** Handles a paste; returns false to leave it to the browser. Undoing once turns formatted text into plain text. */
export function paste(event: ClipboardEvent, field: HTMLTextAreaElement, addFiles: (files: File[]) => void): boolean {
  const { clipboardData: data } = event
  if (!data) return false
  const plain = data.getData('text/plain')
  const html = data.getData('text/html')
  const files = [...data.files]
  // spreadsheets also put a picture of the cells on the clipboard
  if (files.length > 0 && plain.trim() === '') {
    addFiles(files)
    return true
  }
  const { value, selectionStart, selectionEnd } = field
  if (isInCode(value, selectionStart) || isInOpenTicks(value, selectionStart)) return false
  const link = linked(value, selectionStart, selectionEnd, plain.trim())
  if (link) {
    applyEdit(field, link)
    return true
  }
  if (html === '' || !hasFormat(html)) return false
  applyEdit(field, inserted(field, plain))
  void formatPasted(field, selectionStart, plain, html)
  return true
}

const hasFormat = (html: string): boolean =>
  /<(b|strong|i|em|a|s|del|strike|code|pre|h[1-6]|li|table|blockquote|img)\b|font-weight|font-style:\s*italic|line-through|white-space:\s*pre|MsoList|<time\b|-mention|class="(stream|message-link|emoji|spoiler)/i.test(
    html,
  )

/** A second edit, so that undo first reverts the formatting. Skipped if the user has kept typing. */
async function formatPasted(field: HTMLTextAreaElement, from: number, plain: string, html: string): Promise<void> {
  const [{ ownMarkdown }, { parseSafely }] = await Promise.all([import('./own-markdown.ts'), import('./parse.ts')])
  const markdown = await ownMarkdown(await parseSafely(html))
  if (markdown === '' || markdown === plain.trim()) return
  // the field has only line feeds, the clipboard may have CRLF
  const there = plain.replace(/\r\n?/g, '\n')
  if (field.value.slice(from, from + there.length) !== there) return
  const end = from + markdown.length
  applyEdit(field, { from, to: from + there.length, text: markdown, select: [end, end] })
}

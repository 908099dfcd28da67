import { timeFormat } from '../entities/time-format.ts'
import { message } from '../store/messages.ts'
import { nameOf } from '../store/people.ts'
import { cleanContent } from './clean-content.ts'
import { textOf } from './content-text.ts'

const format = timeFormat({ dateStyle: 'medium', timeStyle: 'short' })

interface Part {
  readonly messageId: number | undefined
  readonly html: HTMLElement
  readonly text: string
}

function within(range: Range, content: Element): Range {
  const all = document.createRange()
  all.selectNodeContents(content)
  if (range.compareBoundaryPoints(Range.START_TO_START, all) > 0) all.setStart(range.startContainer, range.startOffset)
  if (range.compareBoundaryPoints(Range.END_TO_END, all) < 0) all.setEnd(range.endContainer, range.endOffset)
  return all
}

function partOf(range: Range, content: Element, messageId?: number): Part[] {
  const html = cleanContent(within(range, content), content)
  const text = textOf(html)
  return text === '' ? [] : [{ messageId, html, text }]
}

/** The selected parts of messages, in order. */
function selected(range: Range): Part[] {
  const { commonAncestorContainer: common } = range
  const around = common instanceof Element ? common : common.parentElement
  const alone = around?.closest('.content')
  if (alone) return partOf(range, alone)
  return [...document.querySelectorAll<HTMLElement>('article[data-message]')].flatMap((row) => {
    const content = range.intersectsNode(row) ? row.querySelector(`#c${row.dataset.message}`) : null
    return content && range.intersectsNode(content) ? partOf(range, content, Number(row.dataset.message)) : []
  })
}

const isPartOfLine = (range: Range, text: string): boolean => {
  const { commonAncestorContainer: common } = range
  const around = common instanceof Element ? common : common.parentElement
  return around?.closest('pre') != null && !text.includes('\n')
}

function headOf(id: number | undefined): string {
  const one = id === undefined ? undefined : message(id)
  return one ? `${nameOf(one.sender_id) || one.sender_full_name}, ${format.format(one.timestamp * 1000)}` : ''
}

function onCopy(event: ClipboardEvent): void {
  const { clipboardData, target } = event
  const selection = getSelection()
  const isField = target instanceof Element && target.closest('textarea, input')
  if (!clipboardData || event.defaultPrevented || isField || !selection || selection.isCollapsed) return
  const range = selection.getRangeAt(0)
  const parts = selected(range)
  const [first] = parts
  if (!first) return
  event.preventDefault()
  if (parts.length === 1) {
    clipboardData.setData('text/plain', first.text)
    // copy part of a code line as plain text only
    if (!isPartOfLine(range, first.text)) clipboardData.setData('text/html', first.html.innerHTML)
    return
  }
  clipboardData.setData('text/plain', parts.map(({ messageId, text }) => `${headOf(messageId)}\n${text}`).join('\n\n'))
  const html = parts.map(({ messageId, html }) => {
    const head = html.ownerDocument.createElement('p')
    const name = html.ownerDocument.createElement('strong')
    name.textContent = headOf(messageId)
    head.append(name)
    return head.outerHTML + html.innerHTML
  })
  clipboardData.setData('text/html', html.join('\n'))
}

/** Call once. Copies selected messages without the buttons and labels around them. */
export function watchCopies(): void {
  document.addEventListener('copy', onCopy)
  // for tests: the copy handler is installed
  performance.mark('copies')
}

import { createDocument } from '@mixmark-io/domino'
import TurndownService from 'turndown'
import { boundedHtml } from './bounded-html.ts'
import { cellsOf, markdownTable } from './data-table.ts'
import { mentionsForward } from './quotation-marks.ts'

interface Kept {
  readonly keepsQuotes: boolean
  readonly keepsSignature: boolean
  /** Otherwise, headers and rules in the text are the sender's own. */
  readonly isReply: boolean
}

/** Converts an HTML mail to Markdown, without what its program marks as a quotation or signature. */
export function textOfHtml(html: string, { keepsQuotes, keepsSignature, isReply }: Kept): string {
  const { body } = createDocument(boundedHtml(html), true)
  prune(body)
  if (!keepsQuotes) removeQuotes(body, isReply)
  if (!keepsSignature) for (const one of all(body, signatures)) one.remove()
  return converter.turndown(body).trim()
}

const all = (root: Element, selector: string): Element[] => Array.from(root.querySelectorAll(selector))

function prune(body: HTMLElement): void {
  for (const one of all(body, '[style]'))
    if (/(?:^|;)\s*(?:display\s*:\s*none|mso-hide\s*:\s*all)/i.test(one.getAttribute('style') ?? '')) one.remove()
}

/** Quotation markup of Gmail, Thunderbird, Apple Mail, Yahoo, Proton, Zimbra, and Outlook. */
const quotes =
  '.gmail_quote, blockquote[type=cite], .moz-cite-prefix, .yahoo_quoted, .protonmail_quote, .zmail_extra, .gmail_extra'
const quoteStarts =
  '#divRplyFwdMsg, hr#stopSpelling, #zmail_extra, #appendonsend, #mail-editor-reference-message-container, .OutlookMessageHeader'
const signatures =
  '.gmail_signature, .gmail_signature_prefix, .moz-signature, #Signature, .protonmail_signature_block, #ms-outlook-mobile-signature, #AppleMailSignature'

function removeQuotes(body: HTMLElement, isReply: boolean): void {
  // forwarded mails use the same elements as replies
  if (mentionsForward(body.textContent ?? '')) return
  const hasWords = (without: readonly Element[]) => {
    const inside = without.reduce((sum, one) => sum + (one.textContent ?? '').trim().length, 0)
    return (body.textContent ?? '').trim().length > inside
  }
  const found = all(body, quotes).filter((one) => !one.parentElement?.closest(quotes))
  if (hasWords(found)) for (const one of found) one.remove()
  if (!isReply) return
  const borders = all(body, 'div[style]').filter((one) =>
    /border:\s*none;\s*border-top:\s*solid\s+#(?:e1e1e1|b5c4df)/i.test(one.getAttribute('style') ?? ''),
  )
  for (const start of [...all(body, quoteStarts), ...borders]) removeFrom(start, body)
}

/** Removes an element and everything after it: the repeated previous mail. */
function removeFrom(start: Element, body: HTMLElement): void {
  for (let at: Element | null = start; at && at !== body; at = at.parentElement)
    while (at.nextSibling) at.nextSibling.parentNode?.removeChild(at.nextSibling)
  start.remove()
}

const converter = new TurndownService({
  headingStyle: 'atx',
  bulletListMarker: '-',
  codeBlockStyle: 'fenced',
  emDelimiter: '*',
  hr: '---',
  br: '',
})
// our Markdown has no escapes: a backslash would be visible
converter.escape = (text) => text
converter.addRule('struck', { filter: ['del', 's', 'strike'] as never, replacement: (text) => `~~${text}~~` })
converter.addRule('picture', {
  filter: 'img',
  replacement: (_text, node) => ((node as Element).getAttribute('alt') ?? '').trim().slice(0, 200),
})
converter.addRule('dataTable', {
  filter: (node) => node.nodeName === 'TABLE' && cellsOf(node as unknown as Element) !== undefined,
  replacement: (_text, node) =>
    markdownTable(cellsOf(node as unknown as Element) ?? [], (cell) =>
      converter.turndown(`<div>${(cell as HTMLElement).innerHTML}</div>`),
    ),
})
// mails also use tables for layout, where a cell becomes a paragraph
converter.addRule('cell', {
  filter: ['td', 'th'],
  replacement: (text) => (text.trim() === '' ? '' : `\n\n${text.trim()}\n\n`),
})
converter.addRule('link', {
  filter: 'a',
  replacement: (text, node) => {
    const address = (node as Element).getAttribute('href') ?? ''
    const shown = text.replace(/\s+/g, ' ').trim()
    if (!/^(?:https?:|mailto:)\S+$/i.test(address) || shown === '') return text
    if (shown === address || `mailto:${shown}`.toLowerCase() === address.toLowerCase()) return shown
    return `[${shown.replace(/[[\]]/g, ' ')}](${address.replaceAll('(', '%28').replaceAll(')', '%29')})`
  },
})

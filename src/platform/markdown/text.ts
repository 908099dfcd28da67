import type { Token } from 'markdown-it'
import { codeOfName, findEmoticons, findUnicodeEmoji, nameOfCode } from '../emoji/index.ts'
import { noteLink } from './anchors.ts'
import { findBareLinks } from './autolinks.ts'
import { unicodeEmojiHtml } from './emoji.ts'
import { findLinkified, type Span } from './linkifiers.ts'
import { ownLink } from './links.ts'
import { notePreview } from './media.ts'
import { HTML } from './rules.ts'
import { escapeHtml, type Run } from './run.ts'

interface Piece {
  start: number
  end: number
  html: string
}

const PICTURES = /[\u203c-\u3299\ud83c-\ud83e]/
const FACES = /[:;<(][)(|/'DPpOo3:-]/

/** Bare links, linkifiers, emoji characters and emoticons in what the inline rules left as text. */
export function decorate(tokens: Token[], run: Run): void {
  let inLink = 0
  for (const token of tokens) {
    if (token.type === 'link_open') inLink++
    else if (token.type === 'link_close') inLink--
    else if (token.type === 'text' && token.content !== '') decorateText(token, run, inLink > 0)
  }
}

function decorateText(token: Token, run: Run, inLink: boolean): void {
  const text = token.content
  const pieces: Piece[] = inLink ? [] : links(text, run)
  if (PICTURES.test(text)) {
    for (const { start, end, code } of findUnicodeEmoji(text)) {
      add(pieces, { start, end, html: unicodeEmojiHtml(code, nameOfCode(code)!) })
    }
  }
  if (run.context.translateEmoticons && FACES.test(text)) {
    for (const { start, end, name } of findEmoticons(text)) {
      add(pieces, { start, end, html: unicodeEmojiHtml(codeOfName(name)!, name) })
    }
  }
  if (pieces.length === 0) return
  pieces.sort((a, b) => a.start - b.start)
  let html = ''
  let pos = 0
  for (const piece of pieces) {
    html += escapeHtml(text.slice(pos, piece.start)) + piece.html
    pos = piece.end
  }
  token.type = HTML
  token.content = html + escapeHtml(text.slice(pos))
}

function links(text: string, run: Run): Piece[] {
  const bare = findBareLinks(text)
  const linkified = linkify(text, run, bare)
  return [
    ...bare.map((span) => anchor(text, span, run, true)),
    ...linkified.map((span) => anchor(text, span, run, false)),
  ]
}

function linkify(text: string, run: Run, taken: readonly Span[]): Span[] {
  const { linkifiers } = run.context
  if (!linkifiers || linkifiers.length === 0) return []
  const work = text.length * linkifiers.length
  if (work > run.linkifierLeft) return []
  run.linkifierLeft -= work
  return findLinkified(text, linkifiers, taken)
}

function anchor(text: string, { start, end, url }: Span, run: Run, preview: boolean): Piece {
  const href = ownLink(url, run.context)
  noteLink(run, href)
  if (preview) notePreview(run, href, '')
  return { start, end, html: `<a href="${escapeHtml(href)}">${escapeHtml(text.slice(start, end))}</a>` }
}

function add(pieces: Piece[], piece: Piece): void {
  if (!pieces.some((other) => piece.start < other.end && other.start < piece.end)) pieces.push(piece)
}

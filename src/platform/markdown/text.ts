import type { Token } from 'markdown-it'
import { codeOfName, findEmoticons, findUnicodeEmoji, nameOfCode } from '../emoji/index.ts'
import { noteLink } from './anchors.ts'
import { findBareLinks } from './autolinks.ts'
import { unicodeEmojiHtml } from './emoji.ts'
import { findLinkified, type Span } from './linkifiers.ts'
import { ownLink } from './links.ts'
import { notePreview } from './media.ts'
import { HTML } from './rules.ts'
import { Claims, escapeHtml, escapeText, type Run } from './run.ts'

interface Piece {
  start: number
  end: number
  html: string
}

const PICTURES = /[\u203c-\u3299\ud83c-\ud83e]|\ufe0f/
const FACES = /[:;<(][)(|/DPpOo3:]/

/** Replaces bare links, linkifiers, emoji characters, and emoticons in text tokens. */
export function decorate(tokens: Token[], run: Run): void {
  let inLink = 0
  tokens.forEach((token, at) => {
    if (token.type === 'link_open') inLink++
    else if (token.type === 'link_close') inLink--
    else if (token.type === 'text' && token.content !== '') {
      const free = { before: isFree(tokens[at - 1], 1), after: isFree(tokens[at + 1], -1) }
      decorateText(token, run, inLink > 0, free)
    }
  })
}

/** Whether a neighboring token can't continue a word: none, a line break, or the edge of emphasis. */
const isFree = (token: Token | undefined, nesting: 1 | -1) =>
  token === undefined || token.type === 'hardbreak' || token.nesting === nesting

function decorateText(token: Token, run: Run, inLink: boolean, free: { before: boolean; after: boolean }): void {
  const text = token.content
  const pieces = inLink ? [] : links(text, run, free)
  const pictures = PICTURES.test(text) ? findUnicodeEmoji(text) : []
  const faces = run.context.translateEmoticons && FACES.test(text) ? findEmoticons(text) : []
  if (pieces.length + pictures.length + faces.length === 0) return

  const claims = new Claims(text.length)
  for (const piece of pieces) claims.claim(piece)
  for (const { start, end, code } of pictures) {
    if (claims.claim({ start, end })) pieces.push({ start, end, html: unicodeEmojiHtml(code, nameOfCode(code)!) })
  }
  for (const { start, end, name } of faces) {
    if (claims.claim({ start, end })) pieces.push({ start, end, html: unicodeEmojiHtml(codeOfName(name)!, name) })
  }
  pieces.sort((a, b) => a.start - b.start)
  let html = ''
  let pos = 0
  for (const piece of pieces) {
    html += escapeText(text.slice(pos, piece.start)) + piece.html
    pos = piece.end
  }
  token.type = HTML
  token.content = html + escapeText(text.slice(pos))
}

function links(text: string, run: Run, free: { before: boolean; after: boolean }): Piece[] {
  const bare = findBareLinks(text).filter(
    ({ start, end }) => (start > 0 || free.before) && (end < text.length || free.after),
  )
  const linkified = linkify(text, run, bare)
  if (bare.length + linkified.length === 0) return []
  return [
    ...bare.map((span) => anchor(text, span, run, true)),
    ...linkified.map((span) => anchor(text, span, run, false)),
  ]
}

function linkify(text: string, run: Run, bare: readonly Span[]): Span[] {
  const { linkifiers } = run.context
  if (!linkifiers || linkifiers.length === 0) return []
  const work = text.length * linkifiers.length
  if (work > run.linkifierLeft) return []
  run.linkifierLeft -= work
  const claims = new Claims(text.length)
  for (const span of bare) claims.claim(span)
  return findLinkified(text, linkifiers, claims, run.linkifierTime)
}

function anchor(text: string, { start, end, url }: Span, run: Run, preview: boolean): Piece {
  const href = ownLink(url, run.context)
  noteLink(run, href, !preview)
  if (preview) notePreview(run, href, '')
  return { start, end, html: `<a href="${escapeHtml(href)}">${escapeText(text.slice(start, end))}</a>` }
}

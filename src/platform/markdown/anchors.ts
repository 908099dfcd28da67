import type { StateInline } from 'markdown-it'
import { urlEnd } from './autolinks.ts'
import { isOwnUrl, MAX_URL, ownLink, resolveDestination, safeUrl, uploadPath } from './links.ts'
import { inlineMedia, notePreview } from './media.ts'
import { pushHtml } from './rules.ts'
import { escapeHtml, escapeText, type Run, runOf } from './run.ts'

export function noteLink(run: Run, href: string, isLinkifier = false): void {
  run.result.hasLink = true
  if (!isLinkifier && !isOwnUrl(href, run.context)) {
    run.outsideLinks.add(href)
    run.result.outsideLinkCount = run.outsideLinks.size
  }
  const path = uploadPath(href, run.context)
  if (path !== undefined && !run.result.attachmentPaths.includes(path)) run.result.attachmentPaths.push(path)
}

/** A link with an invisible label shows its URL instead. */
const INVISIBLE = /^[\s\p{Cf}\p{Zs}\u115f\u1160\u2800\u3164\uffa0]*$/u

/** `[text](destination)`; a title is parsed and dropped. Of nested links, the outer one wins. */
export function linkRule(state: StateInline, silentParse: boolean): boolean {
  const { src, pos } = state
  if (src.charCodeAt(pos) !== 0x5b || state.linkLevel > 0) return false
  const labelEnd = closingBracket(state, pos)
  if (labelEnd === undefined || src[labelEnd + 1] !== '(') return false
  const run = runOf(state)
  const target = readTarget(src, labelEnd + 1, state.posMax, run)
  if (!target) return false
  const href = resolveDestination(target.destination, run.context)
  if (href === undefined) return false
  if (!silentParse) {
    const posMax = state.posMax
    const open = state.push('link_open', 'a', 1)
    open.attrs = [['href', href]]
    if (INVISIBLE.test(src.slice(pos + 1, labelEnd))) {
      pushHtml(state, escapeText(target.destination))
    } else {
      state.pos = pos + 1
      state.posMax = labelEnd
      state.linkLevel++
      state.md.inline.tokenize(state)
      state.linkLevel--
      state.posMax = posMax
    }
    state.push('link_close', 'a', -1)
    noteLink(run, href)
    notePreview(run, href, src.slice(pos + 1, labelEnd))
  }
  state.pos = target.end
  return true
}

/** `![text](upload)`: embeds pictures and audio. Other uploads become links; other URLs, links after a `!`. */
export function imageRule(state: StateInline, silentParse: boolean): boolean {
  const { src, pos } = state
  if (src.charCodeAt(pos) !== 0x21 || src.charCodeAt(pos + 1) !== 0x5b) return false
  const labelEnd = closingBracket(state, pos + 1)
  if (labelEnd === undefined || src[labelEnd + 1] !== '(') return false
  const run = runOf(state)
  const target = readTarget(src, labelEnd + 1, state.posMax, run)
  if (!target) return false
  const href = resolveDestination(target.destination, run.context)
  const html = href === undefined ? undefined : inlineMedia(run, href, src.slice(pos + 2, labelEnd))
  if (href === undefined) return false
  if (html === undefined) {
    if (uploadPath(href, run.context) === undefined) return false
    state.pos = pos + 1
    const isLink = linkRule(state, silentParse)
    if (!isLink) state.pos = pos
    return isLink
  }
  if (!silentParse) {
    noteLink(run, href)
    pushHtml(state, html)
  }
  state.pos = target.end
  return true
}

/** A bare URL, matched at its colon; the scheme is already in `pending`. */
export function urlRule(state: StateInline, silentParse: boolean): boolean {
  const { src, pos } = state
  if (src.charCodeAt(pos) !== 0x3a || silentParse || state.linkLevel > 0) return false
  const scheme = schemeBefore(state)
  if (scheme === undefined) return false
  const start = pos - scheme.length
  if (!canStart(state, scheme)) return false
  const end = Math.min(urlEnd(src, start), state.posMax)
  if (end <= pos + 3) return false
  const shown = src.slice(start, end)
  const href = safeUrl(shown)
  if (href === undefined) return false
  state.pending = state.pending.slice(0, -scheme.length)
  pushLink(state, href, shown)
  state.pos = end
  return true
}

/** A URL starts after whitespace or an opening character, or at the start of emphasis. */
const canStart = ({ src, pos, pending, tokens }: StateInline, scheme: string): boolean =>
  /^$|[\s'"(,:<]$/.test(src.slice(0, pos - scheme.length).slice(-1)) ||
  (pending === scheme && tokens.at(-1)?.nesting === 1)

const SCHEMES = /(?<![\p{L}\p{N}_])(?:https?|ftp|mailto|xmpp|tel)$/iu
const ADDRESS = /:[\w.+-]{1,64}@\w/y
const NUMBER = /:\+?[\d.-]{3,}/y

function schemeBefore(state: StateInline): string | undefined {
  const { src, pos, pending } = state
  const hierarchical = src.startsWith('//', pos + 1)
  // perf: most colons end a word of prose, and `pending` is slow to read
  if (!hierarchical && /[\s:]/.test(src[pos + 1] ?? ' ')) return undefined
  const scheme = SCHEMES.exec(src.slice(Math.max(0, pos - 7), pos))?.[0]
  if (scheme === undefined || scheme.length > pending.length) return undefined
  if (/^(?:https?|ftp)$/i.test(scheme)) return hierarchical ? scheme : undefined
  const form = scheme.toLowerCase() === 'tel' ? NUMBER : ADDRESS
  form.lastIndex = pos
  return form.test(src) ? scheme : undefined
}

function pushLink(state: StateInline, url: string, shown: string): void {
  const run = runOf(state)
  const href = ownLink(url, run.context)
  noteLink(run, href)
  const previewed = notePreview(run, href, '')
  pushHtml(state, `<a href="${escapeHtml(href)}">${escapeText(shown)}</a>`)
  // A paragraph with only the URL of a picture is replaced by the picture.
  if (previewed) state.tokens.at(-1)!.meta = { picture: true }
}

/** Matching brackets, computed in one pass at the first `[` to avoid quadratic time. Those in code don't count. */
function closingBracket(state: StateInline, open: number): number | undefined {
  const cache = state.cache as { brackets?: Map<number, number> }
  cache.brackets ??= pairBrackets(state.src)
  const close = cache.brackets.get(open)
  return close !== undefined && close < state.posMax ? close : undefined
}

function pairBrackets(src: string): Map<number, number> {
  const pairs = new Map<number, number>()
  const open: number[] = []
  const noEndOf = new Set<number>()
  for (let pos = 0; pos < src.length; pos++) {
    const unit = src.charCodeAt(pos)
    if (unit === 0x5b) open.push(pos)
    else if (unit === 0x5d) {
      const start = open.pop()
      if (start !== undefined) pairs.set(start, pos)
    } else if (unit === 0x60) {
      let end = pos + 1
      while (src.charCodeAt(end) === 0x60) end++
      const length = end - pos
      const close = noEndOf.has(length) ? -1 : endOfCodeSpan(src, end, length)
      if (close < 0) noEndOf.add(length)
      pos = (close < 0 ? end : close) - 1
    }
  }
  return pairs
}

function endOfCodeSpan(src: string, from: number, length: number): number {
  let start = src.indexOf('`', from)
  while (start >= 0) {
    let end = start + 1
    while (src.charCodeAt(end) === 0x60) end++
    if (end - start === length) return end
    start = src.indexOf('`', end)
  }
  return -1
}

/** `(destination "title")`. Limits the characters read: many unclosed ones would each be read to the end. */
function readTarget(src: string, open: number, posMax: number, run: Run) {
  const max = Math.min(posMax, open + (run.targetLeft > 0 ? MAX_URL : 200))
  const target = readTargetUntil(src, open, max)
  run.targetLeft -= (target?.end ?? max) - open
  return target
}

function readTargetUntil(src: string, open: number, max: number): { destination: string; end: number } | undefined {
  const start = skipBlanks(src, open + 1, max)
  let pos = start
  let destination: string
  if (src[pos] === '<') {
    const close = src.slice(pos, max).search(/[>\n]/)
    if (close < 0 || src[pos + close] !== '>') return undefined
    destination = src.slice(pos + 1, pos + close).replaceAll(' ', '%20')
    pos += close + 1
  } else {
    let depth = 0
    for (; pos < max; pos++) {
      const unit = src.charCodeAt(pos)
      if (unit <= 0x20) break
      if (unit === 0x28) depth++
      else if (unit === 0x29 && --depth < 0) break
    }
    destination = src.slice(start, pos)
  }
  const blank = pos
  pos = skipBlanks(src, pos, max)
  if (pos > blank) {
    const title = /^(?:"[^"]*"|'[^']*')/.exec(src.slice(pos, max))
    if (title) pos = skipBlanks(src, pos + title[0].length, max)
  }
  return pos < max && src[pos] === ')' ? { destination, end: pos + 1 } : undefined
}

function skipBlanks(src: string, from: number, max: number): number {
  let pos = from
  while (pos < max && /\s/.test(src[pos]!)) pos++
  return pos
}

import tlds from 'tlds' with { type: 'json' }
import type { Span } from './linkifiers.ts'
import { safeUrl } from './links.ts'

const URL_CHARS = /[^\s<>"`\u0000-\u001f\u007f\u3000-\u3002\uff08\uff09\uff0c\uff1b]{1,10000}/y
const CLOSERS: Record<string, string> = { ')': '(', ']': '[', '}': '{' }
const TRAILING = /(?<![.,;:!?'*_~|&])[.,;:!?'*_~|&]+$/

export function urlEnd(text: string, start: number): number {
  URL_CHARS.lastIndex = start
  const run = URL_CHARS.exec(text)?.[0] ?? ''
  const cut = run.slice(0, unbalanced(run))
  const trailing = TRAILING.exec(cut.slice(-200))
  return start + cut.length - (trailing ? trailing[0].length : 0)
}

/** Index of the first bracket that closes something opened before the URL: `(see https://x.org/a_(b))`. */
function unbalanced(run: string): number {
  const open: Record<string, number> = { '(': 0, '[': 0, '{': 0 }
  for (let i = 0; i < run.length; i++) {
    const char = run[i]!
    if (char in open) open[char]!++
    const opener = CLOSERS[char]
    if (opener !== undefined && --open[opener]! < 0) return i
  }
  return run.length
}

/** Top-level domains that are more often file extensions: `README.md` and `views.py` aren't links. */
const FILES = new Set(['java', 'md', 'mov', 'py', 'zip'])
const endings = new Set(tlds.filter((ending) => !FILES.has(ending)))

const LABEL = '[\\p{L}\\p{N}_-]{1,63}'
/** An address starts after whitespace or an opening character; the lookbehind tries each run only once. */
const HOST = new RegExp(
  `(?<![^\\s'"(,:<])(?<who>[\\w.+-]{1,64}@)?(?:${LABEL}\\.){1,10}(?<ending>[\\p{L}\\p{N}-]{2,63})(?<port>:\\d{1,5})?`,
  'gu',
)
/** Only punctuation may follow an address before whitespace. */
const END = /[!:;?),.'">]{0,20}(?=\s|$)/y
const MAYBE_HOST = /[^\s.]\.[^\s.]/

/** Bare hosts (`example.org/path`) and email addresses in a text without schemes. */
export function findBareLinks(text: string): Span[] {
  if (!MAYBE_HOST.test(text)) return []
  const found: Span[] = []
  HOST.lastIndex = 0
  for (let match = HOST.exec(text); match; match = HOST.exec(text)) {
    const { who, ending = '' } = match.groups!
    const start = match.index
    const host = start + match[0].length
    HOST.lastIndex = Math.max(host, start + 1)
    if (!endings.has(ending)) continue
    const end = who === undefined && text[host] === '/' ? Math.max(host, urlEnd(text, start)) : host
    END.lastIndex = end
    if (!END.test(text)) continue
    const shown = text.slice(start, end)
    const url = safeUrl(who === undefined ? `http://${shown}` : `mailto:${shown}`)
    if (url !== undefined) found.push({ start, end, url })
    HOST.lastIndex = Math.max(end, start + 1)
  }
  return found
}

const SCHEMED = /(?<![\p{L}\p{N}])(?:https?|ftp):\/\/(?=[^\s<>"`])/giu

/** URLs with a scheme, for texts that aren't parsed as Markdown (topics). */
export function findUrls(text: string): Span[] {
  const found: Span[] = []
  SCHEMED.lastIndex = 0
  for (let m = SCHEMED.exec(text); m; m = SCHEMED.exec(text)) {
    const end = urlEnd(text, m.index)
    const url = end > m.index + m[0].length ? safeUrl(text.slice(m.index, end)) : undefined
    if (url !== undefined) found.push({ start: m.index, end, url })
    SCHEMED.lastIndex = Math.max(end, m.index + m[0].length)
  }
  return found
}

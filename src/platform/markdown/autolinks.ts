import type { Span } from './linkifiers.ts'
import { safeUrl } from './links.ts'

const URL_CHARS = /[^\s<>"`\u0000-\u001f\u007f\u3000-\u3002\uff08\uff09\uff0c\uff1b]{1,10000}/y
const CLOSERS: Record<string, string> = { ')': '(', ']': '[', '}': '{' }
const TRAILING = /[.,;:!?'*_~|&]+$/

/** End of the URL that starts at a position: without the punctuation around it. */
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

/**
 * Endings by which a bare word counts as a host, in lower case only. Country codes that are also common file
 * extensions are missing on purpose: `main.rs` and `README.md` are no links.
 */
const TLDS =
  'com|org|net|edu|gov|mil|info|biz|dev|app|io|chat|cloud|tech|xyz|blog|wiki|academy|' +
  'ac|ar|au|bg|br|ca|ch|cl|cn|cz|dk|ee|es|eu|fi|fr|gg|gr|hk|hr|hu|ie|il|ir|jp|kr|lu|lv|' +
  'ly|mx|nl|nu|nz|pe|pt|ro|ru|se|sg|sk|th|tr|tw|ua|uk|uy|vn|za|de|pl'

/** Endings that are words or names of programs too, as in `done.it works`: they need a path behind them. */
const WORDS =
  'ai|co|me|tv|fm|at|be|by|do|in|is|it|li|lt|my|no|si|so|to|us|int|online|site|page|live|news|social|software|' +
  'systems|tools|zone|world|space|team|design|email|science'

const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]{0,61}[\\p{L}\\p{N}])?'
// The look-behind lets each run of host characters be tried once only, at its start.
const HOST = new RegExp(
  `(?<![\\p{L}\\p{N}_@.:/#=+~%&?\\\\-])(?:[\\w.+-]{1,64}@)?(?:${LABEL}\\.){1,10}` +
    `(?:(?:${TLDS})(?![\\p{L}\\p{N}_@-]|\\.[\\p{L}\\p{N}_])|(?:${WORDS})(?=/))`,
  'gu',
)
const MAYBE_HOST = /[^\s.]\.[a-z]{2}/

/** Bare hosts (`example.org/path`) and e-mail addresses in a text without schemes. */
export function findBareLinks(text: string): Span[] {
  if (!MAYBE_HOST.test(text)) return []
  const found: Span[] = []
  HOST.lastIndex = 0
  for (let m = HOST.exec(text); m; m = HOST.exec(text)) {
    const start = m.index
    const mail = m[0].includes('@')
    let end = start + m[0].length
    const next = text[end]
    if (!mail && (next === '/' || next === '?' || next === '#' || next === ':')) {
      if (next !== ':' || /^:\d{2,5}/.test(text.slice(end, end + 6))) end = Math.max(end, urlEnd(text, start))
    }
    const shown = text.slice(start, end)
    const url = safeUrl(mail ? `mailto:${shown}` : `https://${shown}`)
    if (url !== undefined) found.push({ start, end, url })
    HOST.lastIndex = Math.max(end, start + 1)
  }
  return found
}

const SCHEMED = /(?<![\p{L}\p{N}])(?:https?|ftp):\/\/(?=[^\s<>"`])/giu

/** URLs with a scheme, for texts that are not parsed as Markdown (topics). */
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

import { createRequire } from 'node:module'
import type { HLJSApi, LanguageFn } from 'highlight.js'
import { mended } from './grammars.ts'
import { lean } from './lean.ts'
import { classOf } from './pygments.ts'
import { escapeHtml, LIMITS, Memo, type Run } from './run.ts'

const require = createRequire(import.meta.url)
const memo = new Memo(2_000_000)
/** Longer blocks rarely repeat. */
const MEMO_CHARS = 3000

let hljs: HLJSApi | undefined
const loaded = new Map<string, boolean>()

/** perf: grammars that try a declaration at every word, in square time: 10,000 letters of C# took 0.3 s. */
const SHORTER: Record<string, number> = { csharp: 4000, cpp: 6000, c: 6000, pgsql: 6000, ini: 6000 }

/**
 * perf: many grammars look ahead over a whole word or a whole run of blanks from each of its characters; 6,000
 * letters in a row took up to 230 ms.
 */
const RUNS = /\S{300}|\s{200}/

/** Code as flat Pygments spans; plain if the language is unknown or the message's budget is spent. */
export function highlight(code: string, grammar: string, run: Run): string {
  if (code.length > (SHORTER[grammar] ?? LIMITS.codeChars) || code.length > run.codeLeft || RUNS.test(code))
    return escapeHtml(code)
  if (!load(grammar)) return escapeHtml(code)
  run.codeLeft -= code.length
  if (code.length > MEMO_CHARS) return colour(code, grammar)
  return memo.get(`${grammar}\n${code}`, () => colour(code, grammar))
}

/** perf: the core and a first grammar take 10 ms to load, so they wait for a first block of code. */
function load(grammar: string): boolean {
  const known = loaded.get(grammar)
  if (known !== undefined) return known
  let ok = true
  try {
    hljs ??= require('highlight.js/lib/core') as HLJSApi
    const language = grammar === 'lean' ? lean : (require(`highlight.js/lib/languages/${grammar}`) as LanguageFn)
    hljs.registerLanguage(grammar, mended(grammar, language))
    for (const other of embedded[grammar] ?? []) load(other)
  } catch {
    ok = false
  }
  loaded.set(grammar, ok)
  return ok
}

const embedded: Record<string, readonly string[]> = {
  xml: ['css', 'javascript'],
  php: ['xml'],
  django: ['xml'],
  twig: ['xml'],
  erb: ['xml', 'ruby'],
  markdown: ['xml'],
  shell: ['bash'],
  'python-repl': ['python'],
  http: ['json', 'xml'],
}

const PART = /<span class="([^"]*)">|<\/span>|[^<]+/g

function colour(code: string, grammar: string): string {
  let marked: string
  try {
    marked = hljs!.highlight(code, { language: grammar, ignoreIllegals: true }).value
  } catch {
    return escapeHtml(code)
  }
  // Pygments' spans are flat and end with their line, and clients rely on that; highlight.js' spans nest.
  const open: string[] = []
  let html = ''
  for (const [part, cls] of marked.matchAll(PART)) {
    if (cls !== undefined) open.push(classOf(cls) ?? open.at(-1) ?? '')
    else if (part === '</span>') open.pop()
    else html += spans(part, open.at(-1) ?? '')
  }
  return html
}

function spans(escaped: string, cls: string): string {
  // Apostrophes aren't escaped elsewhere in the structure.
  const text = escaped.replaceAll('&#x27;', "'")
  if (cls === '' || text.trim() === '') return text
  return text.replace(/(?<![^\n])[^\n]*\S[^\n]*/g, (line) => `<span class="${cls}">${line}</span>`)
}

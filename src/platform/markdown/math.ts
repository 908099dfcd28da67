import { createRequire } from 'node:module'
import type { StateInline } from 'markdown-it'
import { pushHtml } from './rules.ts'
import { charBefore, escapeHtml, isWordChar, LIMITS, Memo, type Run, runOf } from './run.ts'

const DOLLAR = 0x24
const require = createRequire(import.meta.url)
const inlineMemo = new Memo(3_000_000)
const blockMemo = new Memo(1_000_000)

/** A formula is within a line; it can contain only escaped dollars. */
const BODY = /[^\n_$](?:\\\$|[^$\n])*/y

type Katex = { renderToString(tex: string, options: Record<string, unknown>): string }
let katex: Katex | undefined

export function mathRule(state: StateInline, silentParse: boolean): boolean {
  const { src, pos } = state
  if (src.charCodeAt(pos) !== DOLLAR || src.charCodeAt(pos + 1) !== DOLLAR) return false
  // Three or more dollars don't open a formula. Consume the whole run, or each dollar would search for an end.
  let run = pos + 2
  while (src.charCodeAt(run) === DOLLAR) run++
  if (run > pos + 2) {
    if (!silentParse) state.pending += src.slice(pos, run)
    state.pos = run
    return true
  }
  if (isWordChar(charBefore(src, pos))) return false
  BODY.lastIndex = run
  const tex = BODY.exec(src)?.[0]
  if (tex === undefined || tex.trim() === '') return false
  const end = run + tex.length
  if (!src.startsWith('$$', end) || end + 2 > state.posMax) return false
  if (src[end + 2] === '$' || isWordChar(src[end + 2])) return false
  if (!silentParse) pushHtml(state, renderInlineMath(tex, runOf(state)))
  state.pos = end + 2
  return true
}

const renderInlineMath = (tex: string, run: Run): string => render(tex, false, run)

export const renderBlockMath = (tex: string, run: Run): string => `<p>${render(tex, true, run)}</p>\n`

/**
 * Rejected commands. KaTeX limits the number of expansions, not their size: a definition of 900 characters, used 190
 * times, took 19 s. `@` names are internals that hold definitions; the rest write to the console.
 */
const REFUSED =
  /\\(?:[a-zA-Z]*@|(?:[egx]?def|let|futurelet|(?:new|renew|provide)command|global|long|show|message|errmessage)(?![a-zA-Z]))/

function render(tex: string, displayMode: boolean, run: Run): string {
  const shown = displayMode ? escapeHtml(tex) : `$$${escapeHtml(tex)}$$`
  const plain = `<span class="tex-error">${shown}</span>`
  if (tex.length > LIMITS.texChars || tex.length > run.texLeft || run.texHtmlLeft <= 0 || REFUSED.test(tex))
    return plain
  run.texLeft -= tex.length
  const html = (displayMode ? blockMemo : inlineMemo).get(tex, () => {
    try {
      // perf: 20 ms and 5 MB to load, so only for the first formula
      katex ??= require('katex') as Katex
      const html = katex.renderToString(tex, {
        displayMode,
        throwOnError: true,
        strict: 'ignore',
        trust: false,
        maxExpand: 200,
        maxSize: 20,
      })
      return withoutPrefixes(html)
    } catch {
      return plain
    }
  })
  run.texHtmlLeft -= html.length
  return run.texHtmlLeft < 0 ? plain : html
}

/**
 * compat: since 0.18 KaTeX writes `katex-strut` and the like. Existing clients read the older names, and newer ones
 * read both.
 */
const PREFIXED =
  /katex-(accent|base|fix|hdashline|hline|inner|newline|overlay|overline|root|rule|sizing|smash|sout|stretchy|strut|tag|thinbox|underline|vbox)(?= |$)/g

const withoutPrefixes = (html: string): string =>
  html.replace(/ class ?="([^"]*)"/g, (_, names: string) => ` class="${names.replace(PREFIXED, '$1')}"`)

import { RE2JS } from 're2js'
import { parseTemplate } from 'url-template'
import { safeUrl } from './links.ts'
import { type Claims, LIMITS } from './run.ts'

export interface LinkifierRow {
  id: number
  pattern: string
  url_template: string
}

export interface CompiledLinkifier {
  id: number
  /** The source row, for other threads. */
  row: LinkifierRow
  /** The pattern with boundaries; group 1 is the match itself. */
  regexp: RE2JS
  groups: Record<string, number>
  expand(values: Record<string, string>): string
}

export interface Span {
  start: number
  end: number
  url: string
}

/** A match starts after nothing, whitespace, or an opening character, and ends before a non-word character. */
const BEFORE = '(?:^|[\\s\'"(,:<\\[{])'
const AFTER = '(?:$|[^\\p{L}\\p{N}_])'

/** Why a pattern or template is invalid, for the error shown to administrators; undefined if it's valid. */
export function linkifierError(pattern: string, urlTemplate: string): string | undefined {
  // perf: compiled, a pattern of 1,000 characters that repeats much takes most of a second
  if (repetitionsIn(pattern) > LIMITS.linkifierSteps) return tooLarge
  try {
    // alone as well: an unbalanced parenthesis must not close the surrounding group
    RE2JS.compile(asRe2(pattern))
    const { regexp } = compileOne({ id: 0, pattern, url_template: urlTemplate })
    return regexp.programSize() > LIMITS.linkifierSteps ? tooLarge : undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const tooLarge = 'the pattern is too large'

/** Total minimum repetitions in a pattern: each compiles to a step. */
function repetitionsIn(pattern: string): number {
  let sum = 0
  for (const [, least] of pattern.matchAll(/\\.|\{(\d{1,6})(?:,\d*)?\}/gsu)) sum += Number(least ?? 0)
  return sum
}

/** Whether the whole text is one match of the pattern, which must compile. */
export const matchesWhole = (pattern: string, text: string): boolean =>
  RE2JS.compile(`^(?:${asRe2(pattern)})$`).test(text)

/** The pattern's named groups; it must compile. */
export const namedGroups = (pattern: string): string[] => Object.keys(RE2JS.compile(asRe2(pattern)).namedGroups())

/** Python's end of text is `\Z`. */
const asRe2 = (pattern: string): string => pattern.replace(/\\(.)/gsu, (all, sign) => (sign === 'Z' ? '\\z' : all))

/** Compiles rows in the order to try them; skips invalid ones. */
export function compileLinkifiers(rows: readonly LinkifierRow[]): CompiledLinkifier[] {
  return rows.flatMap((row) => {
    try {
      return [compileOne(row)]
    } catch {
      return []
    }
  })
}

function compileOne({ id, pattern, url_template }: LinkifierRow): CompiledLinkifier {
  const regexp = RE2JS.compile(`${BEFORE}(${asRe2(pattern)})${AFTER}`)
  const template = parseTemplate(url_template)
  return {
    id,
    row: { id, pattern, url_template },
    regexp,
    groups: regexp.namedGroups(),
    expand: (values) => template.expand(values),
  }
}

/**
 * Matches of all linkifiers, without overlaps: earlier linkifiers win, because the organization chose their order.
 * A time limit bounds them: a single search is linear, but a pattern such as `a(.*b)?` reads on to the end of the text
 * after each of its matches. perf: 5,000 such matches took 5 s; ordinary patterns find as many in 0.07 s.
 */
export function findLinkified(
  text: string,
  linkifiers: readonly CompiledLinkifier[],
  claims: Claims,
  time: { msLeft: number } = { msLeft: LIMITS.linkifierMs },
): Span[] {
  const found: Span[] = []
  if (linkifiers.length === 0) return found
  const end = performance.now() + time.msLeft
  for (const linkifier of linkifiers) {
    if (performance.now() > end) break
    findMatches(text, linkifier, claims, end, found)
  }
  time.msLeft = end - performance.now()
  return found
}

function findMatches(text: string, linkifier: CompiledLinkifier, claims: Claims, until: number, found: Span[]): void {
  // perf: the test runs on the cheap automaton; with it, texts without a match cost next to nothing
  if (!linkifier.regexp.test(text)) return
  const matcher = linkifier.regexp.matcher(text)
  let from = 0
  while (from <= text.length && performance.now() <= until && matcher.find(from)) {
    const start = matcher.start(1)
    const end = matcher.end(1)
    // The character after a match may start the next one, so continue right after the match.
    from = Math.max(end, from + 1)
    if (end <= start) continue
    const values: Record<string, string> = {}
    for (const [name, group] of Object.entries(linkifier.groups)) values[name] = matcher.group(group) ?? ''
    const url = safeUrl(linkifier.expand(values))
    if (url !== undefined && claims.claim({ start, end })) found.push({ start, end, url })
  }
}

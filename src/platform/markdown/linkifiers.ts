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
  /** What it was compiled from, for other threads. */
  row: LinkifierRow
  /** The pattern between its boundaries; group 1 is the match itself. */
  regexp: RE2JS
  /** Named groups of the pattern: name -> group number. */
  groups: Record<string, number>
  expand(values: Record<string, string>): string
}

export interface Span {
  start: number
  end: number
  url: string
}

/** A match starts after a blank, an opening sign or nothing, and no word character follows it. */
const BEFORE = '(?:^|[\\s\'"(,:<\\[{])'
const AFTER = '(?:$|[^\\p{L}\\p{N}_])'

/** Why a pattern or template cannot be used, for the answer to whoever configures it; undefined when it can. */
export function linkifierError(pattern: string, urlTemplate: string): string | undefined {
  // perf: compiled, a pattern of 1,000 characters that repeats much takes most of a second
  if (repetitionsIn(pattern) > LIMITS.linkifierSteps) return tooLarge
  try {
    // on its own as well: a parenthesis must not close the group that it is put into
    RE2JS.compile(asRe2(pattern))
    const { regexp } = compileOne({ id: 0, pattern, url_template: urlTemplate })
    return regexp.programSize() > LIMITS.linkifierSteps ? tooLarge : undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const tooLarge = 'the pattern is too large'

/** How often parts of a pattern are to be repeated at least, all together: each takes a step when it is compiled. */
function repetitionsIn(pattern: string): number {
  let sum = 0
  for (const [, least] of pattern.matchAll(/\\.|\{(\d{1,6})(?:,\d*)?\}/gsu)) sum += Number(least ?? 0)
  return sum
}

/** Whether the whole text is one match of the pattern, which is known to compile. */
export const matchesWhole = (pattern: string, text: string): boolean =>
  RE2JS.compile(`^(?:${asRe2(pattern)})$`).test(text)

/** The pattern's named groups; it is known to compile. */
export const namedGroups = (pattern: string): string[] => Object.keys(RE2JS.compile(asRe2(pattern)).namedGroups())

/** Python calls the end of the text by another letter. */
const asRe2 = (pattern: string): string => pattern.replace(/\\(.)/gsu, (all, sign) => (sign === 'Z' ? '\\z' : all))

/** Rows in the order in which they are to be tried; a row that does not compile is left out. */
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
 * Matches of all linkifiers in a text, without overlaps: an earlier linkifier wins over a later one, as their order
 * is the organization's choice. What is claimed already stays as it is, and what there is no time for stays text.
 *
 * Time is what bounds them: a single search is linear, but a pattern such as `a(.*b)?` reads on to the end of the text
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
    // The sign after a match may open the next one, so go on right behind the match.
    from = Math.max(end, from + 1)
    if (end <= start) continue
    const values: Record<string, string> = {}
    for (const [name, group] of Object.entries(linkifier.groups)) values[name] = matcher.group(group) ?? ''
    const url = safeUrl(linkifier.expand(values))
    if (url !== undefined && claims.claim({ start, end })) found.push({ start, end, url })
  }
}

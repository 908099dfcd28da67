import { RE2JS } from 're2js'
import { parseTemplate } from 'url-template'
import { safeUrl } from './links.ts'
import type { Claims } from './run.ts'

export interface LinkifierRow {
  id: number
  pattern: string
  url_template: string
}

export interface CompiledLinkifier {
  id: number
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
export function linkifierProblem(pattern: string, urlTemplate: string): string | undefined {
  try {
    compileOne({ id: 0, pattern, url_template: urlTemplate })
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

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
  const regexp = RE2JS.compile(`${BEFORE}(${pattern})${AFTER}`)
  const template = parseTemplate(url_template)
  return { id, regexp, groups: regexp.namedGroups(), expand: (values) => template.expand(values) }
}

/**
 * Matches of all linkifiers in a text, without overlaps: an earlier linkifier wins over a later one, as their order
 * is the organization's choice. What is claimed already stays as it is.
 */
export function findLinkified(text: string, linkifiers: readonly CompiledLinkifier[], claims: Claims): Span[] {
  const found: Span[] = []
  for (const linkifier of linkifiers) {
    // perf: the test runs on the cheap automaton; with it, texts without a match cost next to nothing
    if (!linkifier.regexp.test(text)) continue
    const matcher = linkifier.regexp.matcher(text)
    let from = 0
    while (from <= text.length && matcher.find(from)) {
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
  return found
}

import type { StateInline } from 'markdown-it'

const NEWLINE = 0x0a
const STAR = 0x2a
const TILDE = 0x7e

/** Maximum number of characters scanned for closing markers; beyond it, markers are text. */
const MAX_SCANNED = 200_000

const isBlank = (char: string | undefined) => char === undefined || /\s/.test(char)

const FORMS = [
  { marker: '***', tags: ['strong', 'em'] },
  { marker: '**', tags: ['strong'] },
  { marker: '*', tags: ['em'] },
] as const

/**
 * `*emphasis*`, `**strong**`, and `***both***`, within a line. Not with underscores, as in `__init__`. Only whitespace
 * affects markers, not punctuation: `**done!**Next` is strong, also without spaces in Chinese.
 */
export function emphasisRule(state: StateInline, silentParse: boolean): boolean {
  const { src, pos, posMax } = state
  if (src.charCodeAt(pos) !== STAR) return false
  for (const { marker, tags } of FORMS) {
    const start = pos + marker.length
    if (!src.startsWith(marker, pos) || start >= posMax || isBlank(src[start])) continue
    const end = closing(state, start, marker)
    state.pos = pos
    if (end === undefined) continue
    if (!silentParse) inside(state, start, end, tags)
    state.pos = end + marker.length
    return true
  }
  return false
}

function closing(state: StateInline, start: number, marker: string): number | undefined {
  const { src, posMax } = state
  const cache = state.cache as { looked?: number }
  let pos = start
  while (pos < posMax) {
    cache.looked = (cache.looked ?? 0) + 1
    const unit = src.charCodeAt(pos)
    if (unit === NEWLINE || cache.looked > MAX_SCANNED) return undefined
    if (unit === STAR) {
      let run = pos
      while (run < posMax && src.charCodeAt(run) === STAR) run++
      const closes = pos > start && !isBlank(src[pos - 1])
      if (closes && (marker === '*' ? run === pos + 1 || run > pos + 2 : run - pos >= marker.length)) return pos
      state.pos = pos
      state.md.inline.skipToken(state)
      if (state.pos === pos + 1) {
        if (marker !== '**') return undefined
        state.pos = run
      }
      pos = state.pos
      continue
    }
    state.pos = pos
    state.md.inline.skipToken(state)
    pos = state.pos
  }
  return undefined
}

/** `~~struck~~`, within a line; spaces inside are allowed. */
export function strikeRule(state: StateInline, silentParse: boolean): boolean {
  const { src, pos } = state
  if (src.charCodeAt(pos) !== TILDE || src.charCodeAt(pos + 1) !== TILDE || src.charCodeAt(pos - 1) === TILDE)
    return false
  const start = pos + 2
  const end = src.indexOf('~', start)
  if (end <= start || end + 2 > state.posMax || src[end + 1] !== '~' || src[end + 2] === '~') return false
  if (src.slice(start, end).includes('\n')) return false
  if (!silentParse) inside(state, start, end, ['del'])
  state.pos = end + 2
  return true
}

function inside(state: StateInline, start: number, end: number, tags: readonly string[]): void {
  const { posMax } = state
  for (const tag of tags) state.push(`${tag}_open`, tag, 1)
  state.pos = start
  state.posMax = end
  state.md.inline.tokenize(state)
  state.posMax = posMax
  for (const tag of tags.toReversed()) state.push(`${tag}_close`, tag, -1)
}

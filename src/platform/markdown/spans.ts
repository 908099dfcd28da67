import type { StateInline } from 'markdown-it'
import { pushHtml } from './rules.ts'
import { escapeText } from './run.ts'

const NEWLINE = 0x0a
const BACKTICK = 0x60

export function newlineRule(state: StateInline, silentParse: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== NEWLINE) return false
  if (!silentParse) state.push('hardbreak', 'br', 0)
  state.pos++
  return true
}

/** Code between equally long runs of backticks, with its spaces and line breaks as typed. */
export function codeRule(state: StateInline, silentParse: boolean): boolean {
  const { src, pos, posMax } = state
  if (src.charCodeAt(pos) !== BACKTICK) return false
  let start = pos
  while (src.charCodeAt(start) === BACKTICK) start++
  const marker = src.slice(pos, start)
  const end = closing(state, start, marker.length)
  if (end === undefined || end + marker.length > posMax) {
    if (!silentParse) state.pending += marker
    state.pos = start
    return true
  }
  if (!silentParse) pushHtml(state, `<code>${escapeText(src.slice(start, end))}</code>`)
  state.pos = end + marker.length
  return true
}

/** perf: the runs of a text are found once, or each one without an end would read on to the end of the text. */
function closing(state: StateInline, from: number, length: number): number | undefined {
  const cache = state.cache as { backticks?: Map<number, number[]> }
  cache.backticks ??= runsOf(state.src)
  const runs = cache.backticks.get(length)
  if (!runs) return undefined
  let low = 0
  let high = runs.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (runs[middle]! < from) low = middle + 1
    else high = middle
  }
  return runs[low]
}

function runsOf(src: string): Map<number, number[]> {
  const runs = new Map<number, number[]>()
  for (const { 0: run, index } of src.matchAll(/`+/g)) {
    const same = runs.get(run.length)
    if (same) same.push(index)
    else runs.set(run.length, [index])
  }
  return runs
}

import type { StateBlock } from 'markdown-it'
import { LIMITS } from './run.ts'
import { closeSpoiler, openSpoiler } from './spoiler.ts'

interface Fence {
  marker: string
  length: number
  info: string
}

const containerOf = (info: string): 'quote' | 'spoiler' | undefined => {
  if (info === 'quote') return 'quote'
  return /^spoiler(?:\s|$)/.test(info) ? 'spoiler' : undefined
}

/**
 * Fences of three or more backticks or tildes. `quote` and `spoiler` hold Markdown, `math` TeX, anything else code.
 * A fence that is never closed ends with its surroundings.
 */
export function fenceRule(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const fence = fenceAt(state, startLine)
  if (!fence) return false
  if (silent) return true
  const container = state.level < LIMITS.depth ? containerOf(fence.info) : undefined
  const last = endOfFence(state, startLine, endLine, fence, container !== undefined)
  const next = last.closed ? last.line + 1 : last.line

  if (container === undefined) {
    const token = state.push(fence.info === 'math' ? 'math_block' : 'fence', 'code', 0)
    token.info = fence.info
    token.content = state.getLines(startLine + 1, last.line, state.sCount[startLine]!, true)
    if (token.content !== '' && !token.content.endsWith('\n')) token.content += '\n'
    token.map = [startLine, next]
  } else {
    parseInside(state, fence, container, startLine, last.line)
  }
  state.line = next
  return true
}

function parseInside(state: StateBlock, fence: Fence, container: string, startLine: number, endLine: number): void {
  const { parentType, lineMax } = state
  // As inside `>`: the content may not see the lines behind the fence.
  state.parentType = 'blockquote'
  state.lineMax = endLine
  if (container === 'quote') state.push('blockquote_open', 'blockquote', 1).map = [startLine, endLine]
  else openSpoiler(state, fence.info.slice('spoiler'.length).trim(), startLine)
  state.md.block.tokenize(state, startLine + 1, endLine)
  if (container === 'quote') state.push('blockquote_close', 'blockquote', -1)
  else closeSpoiler(state)
  state.parentType = parentType
  state.lineMax = lineMax
}

function fenceAt(state: StateBlock, line: number): Fence | undefined {
  if (state.sCount[line]! - state.blkIndent >= 4) return undefined
  const start = state.bMarks[line]! + state.tShift[line]!
  const end = state.eMarks[line]!
  const marker = state.src[start]
  if (marker !== '`' && marker !== '~') return undefined
  const after = state.skipChars(start, marker.charCodeAt(0))
  const length = Math.min(after, end) - start
  if (length < 3) return undefined
  const info = state.src.slice(after, end).trim()
  return marker === '`' && info.includes('`') ? undefined : { marker, length, info }
}

/**
 * The line that closes a fence. Inside a container other fences may open and close; code ends at its own fence only.
 */
function endOfFence(state: StateBlock, startLine: number, endLine: number, fence: Fence, container: boolean) {
  const open: { fence: Fence; container: boolean }[] = [{ fence, container }]
  for (let line = startLine + 1; line < endLine; line++) {
    if (state.sCount[line]! < state.blkIndent && !state.isEmpty(line)) return { line, closed: false }
    const here = fenceAt(state, line)
    if (!here) continue
    const inner = open.at(-1)!
    const fits = here.info === '' && here.marker === inner.fence.marker
    if (inner.container ? fits && here.length === inner.fence.length : fits && here.length >= inner.fence.length) {
      open.pop()
      if (open.length === 0) return { line, closed: true }
    } else if (inner.container) {
      open.push({ fence: here, container: containerOf(here.info) !== undefined })
    }
  }
  return { line: endLine, closed: false }
}

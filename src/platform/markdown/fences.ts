/** What a fenced part of a text is. */
export interface Fence {
  /** The signs that open it; the same signs alone on a line close it. */
  marker: string
  /** First word behind the signs. */
  language: string
  /** What follows the first word. */
  header: string
}

const FENCE = /^(~{3,}|`{3,}) *(?:\{?\.?([\w+,\-./#]+) *([^ ~`][^~`]*)?\}?)?$/

/** Fences stand at the start of their line: one inside running text, a list or a quote by `>` is text. */
function fenceAt(line: string): Fence | undefined {
  // perf: nearly no line is one
  if (!line.startsWith('```') && !line.startsWith('~~~')) return undefined
  const match = FENCE.exec(line.trimEnd())
  if (!match) return undefined
  const [, marker = '', language = '', header = ''] = match
  return { marker, language, header: header.trimEnd().replace(/\}$/, '') }
}

/** Whether Markdown stands inside. */
export const isContainer = ({ language }: Fence): boolean =>
  language === 'quote' || language === 'quoted' || language === 'spoiler'

interface FencedPart {
  fence: Fence
  lines: string[]
}

/**
 * Text and fenced parts of some lines, in order. A fence that is never closed ends with its surroundings. Inside a
 * container other fences open and close; code ends at its own signs only.
 */
export function splitAtFences(lines: readonly string[]): (string[] | FencedPart)[] {
  const parts: (string[] | FencedPart)[] = []
  let text: string[] = []
  for (let at = 0; at < lines.length; at++) {
    const fence = fenceAt(lines[at]!)
    if (!fence) {
      text.push(lines[at]!)
      continue
    }
    const end = endOfFence(lines, at + 1, fence)
    parts.push(text, { fence, lines: lines.slice(at + 1, end) })
    text = []
    at = end
  }
  parts.push(text)
  return parts
}

/** The line that closes a fence, or the end of the lines. */
function endOfFence(lines: readonly string[], start: number, outer: Fence): number {
  const open = [outer]
  for (let at = start; at < lines.length; at++) {
    const line = lines[at]!
    const inner = open.at(-1)!
    if (line.trimEnd() === inner.marker) {
      open.pop()
      if (open.length === 0) return at
    } else if (isContainer(inner)) {
      const fence = fenceAt(line)
      if (fence) open.push(fence)
    }
  }
  return lines.length
}

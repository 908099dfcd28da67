export interface Fence {
  /** The opening characters; a line with only the same characters closes the fence. */
  marker: string
  language: string
  header: string
}

const FENCE = /^(~{3,}|`{3,}) *(?:\{?\.?([\w+,\-./#]+) *([^ ~`][^~`]*)?\}?)?$/

/** Fences start at the beginning of a line: inside running text, a list, or a `>` quote, they're text. */
function fenceAt(line: string): Fence | undefined {
  // perf: nearly no line is one
  if (!line.startsWith('```') && !line.startsWith('~~~')) return undefined
  const match = FENCE.exec(line.trimEnd())
  if (!match) return undefined
  const [, marker = '', language = '', header = ''] = match
  return { marker, language, header: header.trimEnd().replace(/\}$/, '') }
}

/** Whether the content is Markdown. */
export const isContainer = ({ language }: Fence): boolean =>
  language === 'quote' || language === 'quoted' || language === 'spoiler'

interface FencedPart {
  fence: Fence
  lines: string[]
}

/** Splits lines into text and fences. Unclosed ones end with their container; only containers have fences inside. */
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

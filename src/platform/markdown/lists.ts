/**
 * Nested lists are indented by two spaces in this flavour, also below a number, where CommonMark asks for the width
 * of the marker (three or more). This moves such lines to the right before parsing; code fences are left alone
 * unless they belong to an item.
 */
const NUMBERED = /^( *)(\d{1,9}\.) /
const NUMBERED_WITH_NESTED = /^ *\d{1,9}\. .*\n(?: *\n)?(?:.*\n)?? {2}/m
const FENCE = /^ *(`{3,}|~{3,})/

export function widenNestedLists(text: string): string {
  if (!NUMBERED_WITH_NESTED.test(text)) return text
  // Open numbered items: how far their line was typed in, and where their content has to start.
  const items: { indent: number; shift: number }[] = []
  let fence: string | undefined
  const lines = text.split('\n')
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!
    const indent = line.length - line.trimStart().length
    if (line.trim() === '') continue
    if (fence === undefined) {
      while (items.length > 0 && indent < items.at(-1)!.indent + 2) items.pop()
    }
    const shift = items.at(-1)?.shift ?? 0
    const marker = FENCE.exec(line)?.[1]
    if (marker !== undefined) {
      if (fence === undefined) fence = marker
      else if (marker.startsWith(fence) && line.trim() === marker) fence = undefined
    }
    if (shift > 0) lines[i] = ' '.repeat(shift) + line
    const numbered = fence === undefined ? NUMBERED.exec(line) : null
    if (numbered && items.length < 20) {
      const width = numbered[2]!.length + 1
      const typed = indentOfChild(lines, i, indent)
      if (typed !== undefined && typed < width) items.push({ indent, shift: shift + width - typed })
      else items.push({ indent, shift })
    }
  }
  return lines.join('\n')
}

/** How much deeper than its item the next indented line is typed. */
function indentOfChild(lines: readonly string[], item: number, indent: number): number | undefined {
  for (let i = item + 1; i < Math.min(lines.length, item + 20); i++) {
    const line = lines[i]!
    if (line.trim() === '') continue
    const deeper = line.length - line.trimStart().length - indent
    if (deeper >= 2) return deeper
    if (deeper <= 0) return undefined
  }
  return undefined
}

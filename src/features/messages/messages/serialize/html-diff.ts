/** Above this, two texts count as completely different. perf: some 15 ms. */
const maxComparisons = 4_000_000

const parts = (html: string): string[] => html.match(/<[^<>]*>|[^<\s]+|\s+/g) ?? []

type Step = { kind: 'same' | 'inserted' | 'deleted'; part: string }

/** The steps from one list to the other, by their longest common subsequence. */
function steps(before: readonly string[], after: readonly string[]): Step[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let end = 0
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  )
    end++
  const same = (part: string): Step => ({ kind: 'same', part })
  return [
    ...after.slice(0, start).map(same),
    ...changed(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...after.slice(after.length - end).map(same),
  ]
}

/** Replaces equal parts by equal numbers. perf: they're compared millions of times. */
function numbered(before: readonly string[], after: readonly string[]): [Uint32Array, Uint32Array] {
  const numbers = new Map<string, number>()
  const number = (part: string): number => {
    const known = numbers.get(part) ?? numbers.size
    numbers.set(part, known)
    return known
  }
  return [Uint32Array.from(before, number), Uint32Array.from(after, number)]
}

function changed(before: readonly string[], after: readonly string[]): Step[] {
  const deleted = before.map((part): Step => ({ kind: 'deleted', part }))
  const inserted = after.map((part): Step => ({ kind: 'inserted', part }))
  const [rows, columns] = [before.length, after.length]
  if (rows === 0 || columns === 0 || rows * columns > maxComparisons) return [...deleted, ...inserted]
  const width = columns + 1
  const [left, right] = numbered(before, after)
  const lengths = new Uint16Array((rows + 1) * width)
  const at = (row: number, column: number) => lengths[row * width + column] as number
  for (let row = rows - 1; row >= 0; row--)
    for (let column = columns - 1; column >= 0; column--)
      lengths[row * width + column] =
        left[row] === right[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1))
  const found: Step[] = []
  let [row, column] = [0, 0]
  while (row < rows && column < columns) {
    if (left[row] === right[column]) {
      found.push({ kind: 'same', part: after[column] as string })
      row++
      column++
    } else if (at(row + 1, column) >= at(row, column + 1)) found.push(deleted[row++] as Step)
    else found.push(inserted[column++] as Step)
  }
  return [...found, ...deleted.slice(row), ...inserted.slice(column)]
}

/** The newer rendering with insertions and deletions marked; as well-formed as that one. */
export function htmlDiff(before: string, after: string): string {
  let html = ''
  let open: 'inserted' | 'deleted' | undefined
  const turn = (kind: typeof open) => {
    if (kind === open) return
    if (open) html += '</span>'
    if (kind) html += `<span class="highlight_text_${kind}">`
    open = kind
  }
  for (const { kind, part } of steps(parts(before), parts(after))) {
    const isTag = part.startsWith('<')
    if (isTag && kind === 'deleted') continue
    turn(isTag || kind === 'same' ? undefined : kind)
    html += part
  }
  turn(undefined)
  return html
}

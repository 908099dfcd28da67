type Span = readonly [first: number, last: number]

const spansOf = (range: string): Span[] =>
  range.split(',').map((part) => {
    const [first, last = first] = part
      .trim()
      .slice('U+'.length)
      .split('-')
      .map((digits) => Number.parseInt(digits, 16)) as [number, number?]
    return [first, last]
  })

const hex = (character: number) => character.toString(16).toUpperCase()

/** The characters in both of two CSS `unicode-range` values, as another one; empty if there are none. */
export function commonRange(one: string, other: string): string {
  const others = spansOf(other)
  return spansOf(one)
    .flatMap(([first, last]) => others.map(([from, to]): Span => [Math.max(first, from), Math.min(last, to)]))
    .filter(([first, last]) => first <= last)
    .map(([first, last]) => (first === last ? `U+${hex(first)}` : `U+${hex(first)}-${hex(last)}`))
    .join(', ')
}

const fence = /^`{3,}/
const before = 'on|to|by|of|from|into|in|with|for|at'
const dangling = new RegExp(` (?:${before})(?= {2,}\\S| [.:]$| $)`, 'g')

/**
 * Closes the gaps that missing values leave in a sentence: `created the branch  in .` becomes `created the branch.`
 * Quotes and code stay.
 */
export function withoutGaps(text: string): string {
  let end = ''
  return text
    .split('\n')
    .map((line) => {
      const [mark = ''] = fence.exec(line) ?? []
      if (end !== '') {
        if (line === end) end = ''
        return line
      }
      end = mark
      return mark === '' ? closed(line) : line
    })
    .join('\n')
}

const closed = (line: string): string =>
  line
    .replaceAll('****', '**unknown**')
    .replaceAll(' ( → )', '')
    .replace(dangling, '')
    .replace(/(?<=[^ ]) {2,}(?=[^ ])/g, ' ')
    .replace(/(?<=[^ ]) {1,9}(?=[.:]$)/, '')
    .replace(/^(\S{1,2}) : /, '$1 ')
    .trimEnd()

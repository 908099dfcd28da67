import { parsedJson } from '#contract'

/** Deeper values in a signal are left out; descriptions and candidates are at most at the third level. */
const maxLevels = 8

/**
 * What browsers tell each other to connect, with no address but those of relays; undefined if nothing is left. Works line
 * by line without regular expressions, so that the time grows with the length only.
 */
export function withoutAddresses(signal: string): string | undefined {
  const parsed = parsedJson(signal)
  if (parsed === undefined) return isDirect(signal) ? undefined : withoutAddressLines(signal)
  const passed = filtered(parsed, maxLevels)
  return passed === undefined ? undefined : JSON.stringify(passed)
}

/** A JSON value without candidates that have an address of the person; undefined if it is one. */
function filtered(value: unknown, levels: number): unknown {
  if (typeof value === 'string') return isDirect(value) ? undefined : withoutAddressLines(value)
  if (typeof value !== 'object' || value === null) return value
  if (levels === 0) return undefined
  if (Array.isArray(value))
    return value.flatMap((one) => {
      const passed = filtered(one, levels - 1)
      return passed === undefined ? [] : [passed]
    })
  const fields = Object.entries(value)
  // an empty candidate would mean that there are no more of them, so the whole entry is dropped
  if (fields.some(([name, field]) => name === 'candidate' && typeof field === 'string' && isDirect(field)))
    return undefined
  return Object.fromEntries(
    fields.flatMap(([name, field]) => {
      const passed = filtered(field, levels - 1)
      return passed === undefined ? [] : [[name, passed]]
    }),
  )
}

const isCandidate = (line: string): boolean => line.startsWith('candidate:') || line.startsWith('a=candidate:')

/** Whether a line is a candidate that isn't a relay's: of the type `host`, `srflx`, or `prflx`. */
function isDirect(line: string): boolean {
  if (!isCandidate(line)) return false
  const words = line.trimEnd().split(' ')
  return words[words.indexOf('typ') + 1] !== 'relay'
}

const withoutAddressLines = (text: string): string =>
  text
    .split('\n')
    .flatMap((line) => (isDirect(line) ? [] : [withoutAddress(line)]))
    .join('\n')

function withoutAddress(line: string): string {
  const end = line.endsWith('\r') ? '\r' : ''
  const words = line.slice(0, line.length - end.length).split(' ')
  return (isCandidate(line) ? withoutOrigin(words) : withoutDefault(words)).join(' ') + end
}

/** A relay's candidate without the address from which the person reaches the relay. */
const withoutOrigin = (words: readonly string[]): string[] =>
  words.map((word, at) => {
    const before = words[at - 1]
    if (before === 'raddr') return word.includes(':') ? '::' : '0.0.0.0'
    return before === 'rport' ? '0' : word
  })

/** Another line of a description, with what stands in the place of an address and port until a candidate is found. */
function withoutDefault(words: string[]): string[] {
  const [first = ''] = words
  if (first.startsWith('m=') && words.length > 3) return words.with(1, words[1] === '0' ? '0' : '9')
  const at = first === 'c=IN' ? 0 : words.lastIndexOf('IN')
  if (at < 0 || !['c=', 'o=', 'a=rtcp:'].some((begin) => first.startsWith(begin))) return words
  const nowhere = words[at + 1] === 'IP6' ? ['IN', 'IP6', '::'] : ['IN', 'IP4', '0.0.0.0']
  if (first.startsWith('c=')) return ['c=IN', ...nowhere.slice(1)]
  return first.startsWith('o=') ? [...words.slice(0, at), ...nowhere] : ['a=rtcp:9', ...nowhere]
}

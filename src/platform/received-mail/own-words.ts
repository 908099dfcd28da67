import { attributionAt, bare, hasHeadersAt, isAppSignature, isForwardMark, isOriginalMark } from './quotation-marks.ts'

interface Kept {
  readonly keepsQuotes: boolean
  readonly keepsSignature: boolean
  /** What is quoted is what the mail is about. */
  readonly isForwarded: boolean
}

const isQuoted = (line: string | undefined): boolean => /^\s*>/.test(line ?? '')
const isEmpty = (line: string | undefined): boolean => bare(line ?? '') === ''

/** What somebody has written in a mail, without what mail programs add: quotations of mails before, and signatures. */
export function ownWords(text: string, { keepsQuotes, keepsSignature, isForwarded }: Kept): string {
  const lines = text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    // the mark of a signature ends with a space
    .map((line) => (line === '-- ' ? line : line.trimEnd()))
  const passedOn = lines.findIndex(isForwardMark)
  // what stands above a mail that is passed on is a mail of its own
  const own = passedOn < 0 ? lines : lines.slice(0, passedOn)
  const rest = passedOn < 0 ? [] : lines.slice(passedOn)
  const isKept = keepsQuotes || (isForwarded && passedOn < 0)
  const unquoted = isKept ? own : withoutQuotes(own)
  const signed = keepsSignature ? unquoted : withoutSignature(unquoted)
  return trimmed([...trimmedLines(signed), ...(rest.length > 0 ? ['', ...rest] : [])].join('\n'))
}

const trimmed = (text: string): string =>
  text
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+/, '')
    .trimEnd()

function trimmedLines(lines: readonly string[]): string[] {
  const kept = [...lines]
  while (kept.length > 0 && isEmpty(kept.at(-1))) kept.pop()
  while (kept.length > 0 && isEmpty(kept[0])) kept.shift()
  return kept
}

function withoutQuotes(lines: readonly string[]): string[] {
  const cut = lines.slice(0, endOfOwn(lines))
  return withoutFirstQuote(withoutLastQuotes(withoutAttributions(cut)))
}

/** Where a mail begins that is quoted whole, to the end. */
function endOfOwn(lines: readonly string[]): number {
  for (let at = 0; at < lines.length; at++) {
    if (isOriginalMark(lines[at] as string)) return at
    if (hasHeadersAt(lines, at)) return at > 0 && /^[_-]{5,}$/.test(bare(lines[at - 1] as string)) ? at - 1 : at
    const count = attributionAt(lines, at)
    if (count === 0) continue
    let next = at + count
    while (next < lines.length && isEmpty(lines[next])) next++
    // what is marked line by line may be followed by words of one's own
    if (!isQuoted(lines[next]) && lines.slice(0, at).some((line) => !isEmpty(line))) return at
  }
  return lines.length
}

function withoutAttributions(lines: readonly string[]): string[] {
  const kept: string[] = []
  for (let at = 0; at < lines.length; at++) {
    const count = attributionAt(lines, at)
    let next = at + count
    while (count > 0 && next < lines.length && isEmpty(lines[next])) next++
    if (count > 0 && isQuoted(lines[next])) at = next - 1
    else kept.push(lines[at] as string)
  }
  return kept
}

/** Below what somebody says: all that was there before. */
function withoutLastQuotes(lines: readonly string[]): string[] {
  let end = lines.length
  while (end > 0 && (isQuoted(lines[end - 1]) || isEmpty(lines[end - 1]))) end--
  return end === 0 ? [...lines] : lines.slice(0, end)
}

/** Above all that somebody says: the mail that is answered. Quotes between words of one's own are part of these. */
function withoutFirstQuote(lines: readonly string[]): string[] {
  let start = 0
  while (start < lines.length && (isQuoted(lines[start]) || isEmpty(lines[start]))) start++
  const rest = lines.slice(start)
  const isAlone = rest.length > 0 && !rest.some(isQuoted)
  return isAlone ? rest : [...lines]
}

function withoutSignature(lines: readonly string[]): string[] {
  const mark = lines.findIndex((line) => line === '-- ' || line === '--')
  const cut = mark < 0 ? [...lines] : lines.slice(0, mark)
  for (;;) {
    const last = cut.findLastIndex((line) => !isEmpty(line))
    if (last < 0 || !isAppSignature(cut[last] as string)) return cut
    cut.length = last
  }
}

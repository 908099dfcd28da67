import { attributionAt, bare, hasHeadersAt, isAppSignature, isForwardMark, isOriginalMark } from './quotation-marks.ts'

interface Kept {
  readonly keepsQuotes: boolean
  readonly keepsSignature: boolean
  /** The mail is forwarded, so the quotation is its content. */
  readonly isForwarded: boolean
  /** Otherwise, headers in the text are the sender's own words. */
  readonly isReply: boolean
}

const isQuoted = (line: string | undefined): boolean => /^\s*>/.test(line ?? '')
const isEmpty = (line: string | undefined): boolean => bare(line ?? '') === ''

/** The sender's text without quotations of earlier mails and signatures. */
export function ownWords(text: string, { keepsQuotes, keepsSignature, isForwarded, isReply }: Kept): string {
  const lines = text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    // a signature's delimiter ends with a space
    .map((line) => (line === '-- ' ? line : line.trimEnd()))
  const passedOn = lines.findIndex(isForwardMark)
  // the text above a forwarded mail is treated as a mail in itself
  const own = passedOn < 0 ? lines : lines.slice(0, passedOn)
  const rest = passedOn < 0 ? [] : lines.slice(passedOn)
  const isKept = keepsQuotes || (isForwarded && passedOn < 0)
  const unquoted = isKept ? own : withoutQuotes(own, isReply)
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

function withoutQuotes(lines: readonly string[], isReply: boolean): string[] {
  const cut = lines.slice(0, endOfOwn(lines, isReply))
  return withoutFirstQuote(withoutLastQuotes(withoutAttributions(cut)))
}

/** The line where a fully quoted mail starts that continues to the end. */
function endOfOwn(lines: readonly string[], isReply: boolean): number {
  for (let at = 0; at < lines.length; at++) {
    if (isReply && isOriginalMark(lines[at] as string)) return at
    if (isReply && hasHeadersAt(lines, at))
      return at > 0 && /^[_-]{5,}$/.test(bare(lines[at - 1] as string)) ? at - 1 : at
    const count = attributionAt(lines, at)
    if (count === 0) continue
    let next = at + count
    while (next < lines.length && isEmpty(lines[next])) next++
    // after a quotation with `>`, the sender's text may continue
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

function withoutLastQuotes(lines: readonly string[]): string[] {
  let end = lines.length
  while (end > 0 && (isQuoted(lines[end - 1]) || isEmpty(lines[end - 1]))) end--
  return end === 0 ? [...lines] : lines.slice(0, end)
}

/** Removes a leading quotation, unless there are more quotations between the sender's lines. */
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

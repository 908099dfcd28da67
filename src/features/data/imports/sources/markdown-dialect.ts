import { withoutMentions } from './marked-text.ts'

const gap = '\u200b'
const inlineCode = /((?<!`)`+[^`\n]+`+)/
const address = /(https?:\/\/[^\s<>]+)/i
const special = /^(\s*(?:`{3,}|~{3,})\s*)(?:quote|spoiler|math)\b/i

/**
 * Converts CommonMark to the dialect used here, which has no underscore emphasis and no backslash escapes. `mentions`
 * first gets each part outside of code, which stays unchanged. Linear in the length of the text.
 */
export function fromCommonMarkdown(text: string, mentions: (part: string) => string): string {
  let fence = ''
  const lines = text.split('\n').map((line) => {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence !== '') {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = ''
      return line
    }
    if (mark !== undefined && !(mark.startsWith('`') && line.trim().slice(mark.length).includes('`'))) {
      fence = mark
      return line.replace(special, '$1text').replace(/^(\s*`{3,}\s*)(?:latex|tex)\s*$/i, '$1math')
    }
    return outside(line, mentions)
  })
  return lines.join('\n')
}

const outside = (line: string, mentions: (part: string) => string): string =>
  line
    .split(inlineCode)
    .map((part, index) => (index % 2 === 1 ? part : withAddresses(mentions(part))))
    .join('')

const withAddresses = (part: string): string =>
  part
    .split(address)
    .map((piece, index) => (index % 2 === 1 ? piece : marks(piece)))
    .join('')

/** Lookalikes of characters that would be markup. */
const lookalikes: Readonly<Record<string, string>> = { '*': '\u2217', '`': '\u02cb' }

const marks = (text: string): string =>
  withoutMentions(text)
    .replace(/\\([!-/:-@[-`{-~])/g, (_all, sign: string) => lookalikes[sign] ?? kept(sign))
    .replace(/(?<![\p{L}\p{N}_])__(?![\s_])([^_\n]{1,2000}?)(?<!\s)__(?![\p{L}\p{N}_])/gu, '**$1**')
    .replace(/(?<![\p{L}\p{N}_])_(?![\s_])([^_\n]{1,2000}?)(?<!\s)_(?![\p{L}\p{N}_])/gu, '*$1*')

const kept = (sign: string): string =>
  /[#>+\-.|~$@:)]/.test(sign) ? gap + sign : sign === '_' ? `${gap}_${gap}` : sign

import { marked } from '../../slack-markdown.ts'
import { fencedCode, link, Markdown } from '../markdown.ts'

/** The display name of an account; undefined if the payload doesn't contain it. */
export type NameOf = (account: string) => string | undefined

const longest = 20_000
const tag = /(\{(?:code|noformat|quote)(?::[^}\n]{0,200})?\})/
const decoration = /\{(?:color|panel|info|note|tip|warning|anchor|toc|expand)(?::[^}\n]{0,200})?\}/g

/** Converts Jira's wiki markup to Markdown. Linear in the length of the text. */
export function fromWiki(text: string, nameOf: NameOf): string {
  const parts = text.slice(0, longest).replaceAll('\u0000', '').replace(/\r\n?/g, '\n').split(tag)
  let result = ''
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at] as string
    const kind = at % 2 === 0 ? '' : (/\w+/.exec(part)?.[0] ?? '')
    if (kind === '') {
      result += fromLines(part, nameOf)
      continue
    }
    // without an end, it reaches to the end of the text
    const found = parts.indexOf(`{${kind}}`, at + 1)
    const end = found < 0 ? parts.length : found
    const inside = parts.slice(at + 1, end).join('')
    const shown =
      kind === 'quote'
        ? fromLines(inside.trim(), nameOf).replace(/^/gm, '> ')
        : fencedCode(inside.replace(/^\n|\n$/g, '')).text
    result = `${result.replace(/\n$/, '')}\n${shown}\n`
    at = end
  }
  return result.trim()
}

function fromLines(text: string, nameOf: NameOf): string {
  const counts: number[] = []
  let isTable = false
  return text
    .replace(decoration, '')
    .split('\n')
    .map((line) => {
      const [, bullets = ''] = /^\s{0,20}([*#-]{1,6})\s/.exec(line) ?? []
      if (bullets === '') counts.length = 0
      if (/^-{4,}\s*$/.test(line)) return '---'
      const row = /^\s{0,20}\|/.test(line)
      if (!row) isTable = false
      if (row) {
        const table = fromRow(inline(line.trim(), nameOf), isTable)
        isTable = true
        return table
      }
      if (bullets !== '')
        return fromItem(bullets, inline(line.trimStart().slice(bullets.length).trim(), nameOf), counts)
      const [, heading] = /^\s{0,20}h[1-6]\.\s+(\S.*)$/.exec(line) ?? []
      if (heading !== undefined) return `**${inline(heading, nameOf).replaceAll('**', '').trim()}**`
      return line.startsWith('bq. ') ? `> ${inline(line.slice(4), nameOf)}` : inline(line, nameOf)
    })
    .join('\n')
}

function fromItem(bullets: string, words: string, counts: number[]): string {
  const depth = bullets.length - 1
  counts.length = Math.min(counts.length, depth + 1)
  counts[depth] = (counts[depth] ?? 0) + 1
  const sign = bullets.endsWith('#') ? `${counts[depth]}.` : '*'
  return `${' '.repeat(4 * depth)}${sign} ${words}`
}

function fromRow(line: string, isTable: boolean): string {
  const cells = line
    .split(/\|{1,2}/)
    .slice(1, line.endsWith('|') ? -1 : undefined)
    .slice(0, 30)
    .map((cell) => cell.trim())
  const row = `| ${cells.join(' | ')} |`
  return isTable ? row : `${row}\n${'|---'.repeat(Math.max(cells.length, 1))}|`
}

const [bold, italic, strike, inserted] = [marked('*'), marked('_'), marked('-'), marked('+')] as const

function inline(line: string, nameOf: NameOf): string {
  const kept: string[] = []
  const keep = (text: string) => `\u0000${kept.push(text) - 1}\u0000`
  const text = line
    .replace(/\\([!-/:-@[-^`{-~])/g, (_all, sign: string) => keep(sign))
    .replace(/\{\{([^{}\n]{1,1000})\}\}/g, (_all, inside: string) => keep(`\`${inside.replaceAll('`', "'")}\``))
    .replace(/\[([^[\]\n]{1,2000})\]/g, (whole, inside: string) => keep(fromBrackets(inside, nameOf) ?? whole))
    .replace(/(?<![\w!])!([^\s!|]{1,300}\.\w{2,5})(?:\|[^!\n]{0,200})?!(?![\w!])/g, (_all, file: string) => keep(file))
    .replace(/https?:\/\/[^\s|]{1,2000}/g, (url) => keep(url))
    .replace(strike, '~~$1~~')
    .replace(inserted, '$1')
    .replace(italic, (_all, inside) => `${keep('*')}${inside}${keep('*')}`)
    .replace(bold, '**$1**')
  // a kept part can contain others
  let result = text
  for (let depth = 0; depth < 3; depth++)
    result = result.replace(/\u0000(\d+)\u0000/g, (_all, at) => kept[Number(at)] ?? '')
  return result
}

function fromBrackets(inside: string, nameOf: NameOf): string | undefined {
  if (inside.startsWith('~')) {
    const account = inside.slice(1).replace(/^accountid:/, '')
    return `@${nameOf(account) ?? (inside.startsWith('~accountid:') ? 'someone' : account)}`
  }
  const [label = '', url = label] = inside.split('|')
  if (/^https?:/.test(url)) return label === url ? url : link(new Markdown(label), url).text
  if (/^mailto:/.test(url)) return label.replace(/^mailto:/, '')
  return inside.includes('|') || inside.startsWith('^') || inside.startsWith('#')
    ? label.replace(/^[\^#]/, '')
    : undefined
}

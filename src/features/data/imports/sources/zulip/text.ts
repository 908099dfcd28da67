import { channelWildcards, topicWildcard } from '#contract'
import type { FileSource, Piece, Text } from '../../records.ts'

export interface Names {
  person(name: string, id: number | undefined): string | undefined
  group(name: string): string | undefined
  channel(name: string): string | undefined
  upload(path: string): FileSource
}

const wildcards = new Set([...channelWildcards, topicWildcard])

const person = /@(?<silent>_?)\*\*(?<person>[^*\n|]{1,120})(?:\|(?<id>\d{1,15}))?\*\*/
const group = /@(?<quiet>_?)\*(?<group>[^*\n]{1,120})\*(?!\*)/
const channel = /#\*\*(?<channel>[^*\n>]{1,120})(?:>(?<topic>[^*\n]{0,200}?)(?:@(?<message>\d{1,15}))?)?\*\*/
const link = /\[(?<label>[^[\]\n]{0,500})\]\((?<url>[^\s()]*#narrow\/[^\s()]*\/near\/(?<near>\d{1,15})[^\s()]*)\)/
const upload = /(?:https?:\/\/[^\s/()]+)?\/user_uploads\/(?<path>\d+\/[^\s()<>"'\\]+)/
/** perf: most texts contain no references and need no parsing */
const beginning = /@_?\*|#\*\*|#narrow\/|\/user_uploads\//
const reference = new RegExp([person, group, channel, link, upload].map(({ source }) => source).join('|'), 'g')

/** Splits a text into pieces at its references; code stays as it is. */
export function textOf(content: string, names: Names): { text: Text; files: FileSource[] } {
  if (!beginning.test(content)) return { text: content === '' ? [] : [content], files: [] }
  const pieces: Piece[] = []
  const files: FileSource[] = []
  const push = (piece: Piece) => {
    const last = pieces.at(-1)
    if (typeof piece === 'string' && typeof last === 'string') pieces[pieces.length - 1] = last + piece
    else if (piece !== '') pieces.push(piece)
  }
  for (const { part, isCode } of codeApart(content)) {
    let end = 0
    if (!isCode)
      for (const match of part.matchAll(reference)) {
        push(part.slice(end, match.index))
        push(pieceOf(match[0], match.groups ?? {}, names, files))
        end = match.index + match[0].length
      }
    push(part.slice(end))
  }
  return { text: pieces, files }
}

function pieceOf(whole: string, found: Record<string, string | undefined>, names: Names, files: FileSource[]): Piece {
  if (found.person !== undefined) {
    const label = `@${found.person}`
    if (found.id === undefined && wildcards.has(found.person)) return whole
    const key = names.person(found.person, found.id === undefined ? undefined : Number(found.id))
    return key === undefined ? label : { person: key, label, silent: found.silent === '_' }
  }
  if (found.group !== undefined) {
    const key = names.group(found.group)
    return key === undefined ? whole : { group: key, label: `@${found.group}`, silent: found.quiet === '_' }
  }
  if (found.channel !== undefined) {
    const key = names.channel(found.channel)
    const label = `#${found.channel}${found.topic === undefined ? '' : ` > ${found.topic}`}`
    if (found.message !== undefined) return { message: found.message, label }
    if (key === undefined) return label
    return { channel: key, label, ...(found.topic === undefined ? {} : { topic: found.topic }) }
  }
  if (found.near !== undefined) return { message: found.near, label: found.label ?? '' }
  files.push(names.upload(found.path ?? ''))
  return { file: files.length - 1, bare: true }
}

const fence = /^ {0,3}(`{3,}|~{3,}) *(\S*)/
/** Fences that don't contain code. */
const textFences = new Set(['quote', 'spoiler'])
const inCode = /(?<!`)(`+)(?!`)[^\n]*?[^`]\1(?!`)/g

function* codeApart(content: string): Generator<{ part: string; isCode: boolean }> {
  let code = ''
  for (const line of content.split(/(?<=\n)/)) {
    const [, mark = '', language = ''] = fence.exec(line) ?? []
    if (code !== '') {
      yield { part: line, isCode: true }
      if (mark === code && language === '') code = ''
    } else if (mark !== '' && language !== '' && textFences.has(language)) yield { part: line, isCode: false }
    else if (mark !== '' && isCodeBeginning(language)) {
      code = mark
      yield { part: line, isCode: true }
    } else {
      let end = 0
      for (const match of line.matchAll(inCode)) {
        yield { part: line.slice(end, match.index), isCode: false }
        yield { part: match[0], isCode: true }
        end = match.index + match[0].length
      }
      yield { part: line.slice(end), isCode: false }
    }
  }
}

/** A fence without a language may be the end of a quote; reading on as text does less harm. */
const isCodeBeginning = (language: string) => language !== ''

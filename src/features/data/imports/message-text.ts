import { maxMessageLength } from '#contract'
import type { Piece, Text } from './records.ts'

/** Resolves what a text refers to; undefined if it isn't known. */
export interface Named {
  person(key: string): { id: number; name: string } | undefined
  group(key: string): string | undefined
  channel(key: string): string | undefined
  message(key: string): string | undefined
  file(place: number): { name: string; url: string | undefined } | undefined
  unknown(what: string, label: string): void
}

export function written(text: Text, fileCount: number, named: Named): string {
  const shown = new Set<number>()
  const parts = text.map((piece) => {
    if (typeof piece !== 'string' && 'file' in piece) shown.add(piece.file)
    return pieceText(piece, named)
  })
  const rest = Array.from({ length: fileCount }, (_, place) => place).filter((place) => !shown.has(place))
  const body = parts.join('').replaceAll('\0', '').toWellFormed().trimEnd()
  const files = rest.map((place) => fileText(place, named))
  return [...(body === '' ? [] : [body]), ...files].join('\n').trimEnd()
}

function pieceText(piece: Piece, named: Named): string {
  if (typeof piece === 'string') return piece
  if ('file' in piece) return fileText(piece.file, named, piece.bare)
  const label = piece.label.replaceAll('**', '')
  if ('person' in piece) {
    const person = named.person(piece.person)
    if (person) return `${piece.silent ? '@_' : '@'}**${person.name}|${person.id}**`
    named.unknown('people', label)
  } else if ('group' in piece) {
    const name = named.group(piece.group)
    if (name !== undefined) return `${piece.silent ? '@_' : '@'}*${name}*`
    named.unknown('groups', label)
  } else if ('channel' in piece) {
    const name = named.channel(piece.channel)
    if (name !== undefined) return `#**${name}${piece.topic === undefined ? '' : `>${piece.topic}`}**`
    named.unknown('channels', label)
  } else {
    const url = named.message(piece.message)
    if (url !== undefined) return `[${label.replace(/[[\]]/g, ' ')}](${url})`
  }
  return label
}

function fileText(place: number, named: Named, isBare = false): string {
  const file = named.file(place)
  if (!file) return ''
  const name = file.name.replace(/[[\]\n\r]/g, ' ')
  if (isBare) return file.url ?? '#'
  return file.url === undefined ? `*${name.replaceAll('*', '')}*` : `[${name}](${file.url})`
}

/** At line ends if possible; code fences are closed and reopened. */
export function splitText(text: string, most = maxMessageLength): string[] {
  if (text.length <= most || [...text].length <= most) return [text]
  const parts: string[] = []
  // room for closing and reopening a fence
  const room = most - 100
  let rest = text
  let fence = ''
  while (rest.length > 0) {
    const begun = fence === '' ? '' : `${fence}\n`
    const points = [...rest.slice(0, 2 * room + 2)]
    let piece = points.slice(0, room - begun.length).join('')
    if (piece.length < rest.length) {
      const end = piece.lastIndexOf('\n')
      if (end > piece.length / 2) piece = piece.slice(0, end + 1)
    }
    rest = rest.slice(piece.length)
    fence = openFence(piece, fence)
    const whole = `${begun}${piece.trimEnd()}${fence === '' || rest === '' ? '' : `\n${/^[`~]+/.exec(fence)?.[0]}`}`
    if (whole.trim() !== '') parts.push(whole)
  }
  return parts
}

function openFence(text: string, before: string): string {
  let open = before
  for (const line of text.split('\n')) {
    if (!/^ {0,3}(?:`{3,}|~{3,})/.test(line)) continue
    if (open === '') open = line.trim().slice(0, 40)
    else if (line.trim() === /^[`~]+/.exec(open)?.[0]) open = ''
  }
  return open
}

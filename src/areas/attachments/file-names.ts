import { randomBytes } from 'node:crypto'

const mostCharacters = 120
const mostOfExtension = 20

/** Characters that nobody sees, or that make what follows look like something else. */
const invisible = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff0-\ufffb]/gu

/** The name that people see: what they called the file, without folders and tricks. */
export function shownName(given: string): string {
  const last = given.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  return shortened(last.replace(invisible, '').replace(/\s+/gu, ' ').trim()) || 'file'
}

/** The same for an address: letters and digits of every script, and nothing that means something in a URL. */
export function nameInPath(shown: string): string {
  const name = shown
    .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-')
    .replace(/\.{2,}/g, '.')
    // of a name that consists of an ending, or of pictures, at least the ending stays
    .replace(/^-*\./, 'file.')
    .replace(/^-+|(?<![.-])[.-]+$/g, '')
  return shortened(name) || 'file'
}

/** Keeps the end, by which programs know what kind of file it is. */
function shortened(name: string): string {
  const characters = [...name]
  if (characters.length <= mostCharacters) return name
  const dot = characters.lastIndexOf('.')
  const extension = dot > 0 && characters.length - dot <= mostOfExtension ? characters.slice(dot) : []
  return [...characters.slice(0, mostCharacters - extension.length), ...extension].join('')
}

/** A place that nobody can guess: 144 random bits. The two letters spread files over folders. */
export function newPathId(orgId: number, shown: string): string {
  const random = randomBytes(19)
  const folder = random.subarray(0, 1).toString('hex')
  return `${orgId}/${folder}/${random.subarray(1).toString('base64url')}/${nameInPath(shown)}`
}

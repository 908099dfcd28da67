import { randomBytes } from 'node:crypto'

const maxCharacters = 120
const maxPerExtension = 20

/** Invisible characters, and those that change the direction of the text. */
const invisible = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff0-\ufffb]/gu

/** The displayed name, without folders and deceptive characters. */
export function shownName(given: string): string {
  const last = given.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  return shortened(last.replace(invisible, '').replace(/\s+/gu, ' ').trim()) || 'file'
}

/** The name for URLs: letters and digits of every script, without characters that have a meaning in URLs. */
export function nameInPath(shown: string): string {
  const name = shown
    .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-')
    .replace(/\.{2,}/g, '.')
    // keep at least the extension of a name without any allowed letters
    .replace(/^-*\./, 'file.')
    .replace(/^-+|(?<![.-])[.-]+$/g, '')
  return shortened(name) || 'file'
}

function shortened(name: string): string {
  const characters = [...name]
  if (characters.length <= maxCharacters) return name
  const dot = characters.lastIndexOf('.')
  const extension = dot > 0 && characters.length - dot <= maxPerExtension ? characters.slice(dot) : []
  return [...characters.slice(0, maxCharacters - extension.length), ...extension].join('')
}

/** An unguessable path with 144 random bits; the first two letters distribute files over folders. */
export function newPathId(orgId: number, shown: string): string {
  const random = randomBytes(19)
  const folder = random.subarray(0, 1).toString('hex')
  return `${orgId}/${folder}/${random.subarray(1).toString('base64url')}/${nameInPath(shown)}`
}

import type { StateInline } from 'markdown-it'
import { codeOfName, isExtraEmoji } from '../emoji/index.ts'
import { pushHtml } from './rules.ts'
import { escapeHtml, type Run, runOf } from './run.ts'

const COLON = 0x3a
const NAME = /:([\p{L}\p{M}\p{N}_+-]{1,64}):/uy

/** `:name:`, custom emoji before built-in ones. */
export function emojiRule(state: StateInline, silentParse: boolean): boolean {
  const { src, pos } = state
  if (src.charCodeAt(pos) !== COLON) return false
  NAME.lastIndex = pos
  const name = NAME.exec(src)?.[1]
  if (name === undefined || pos + name.length + 2 > state.posMax || !canStart(state, name)) return false
  const html = emojiHtml(runOf(state), name)
  if (html === undefined) return false
  if (!silentParse) pushHtml(state, html)
  state.pos = pos + name.length + 2
  return true
}

/** `std::b::c` and `12:100:30` hold no emoji; `:a::b:` holds two. */
function canStart({ src, pos, pending }: StateInline, name: string): boolean {
  const before = src[pos - 1]
  if (before === undefined || pending === '') return true
  return before !== ':' && !/\d/.test(before) && (/\D/.test(name) || !/\w/.test(before))
}

function emojiHtml({ context }: Run, name: string): string | undefined {
  const custom = context.customEmoji?.(name)
  if (custom) return image(custom.name, custom.source_url)
  const code = codeOfName(name)
  if (code !== undefined) return unicodeEmojiHtml(code, name)
  if (!isExtraEmoji(name)) return undefined
  return image(name, context.extraEmojiUrl?.(name) ?? `/static/generated/emoji/images/emoji/unicode/${name}.png`)
}

const image = (name: string, src: string) =>
  `<img alt=":${escapeHtml(name)}:" class="emoji" src="${escapeHtml(src)}" title="${escapeHtml(name)}">`

export function unicodeEmojiHtml(code: string, name: string): string {
  const label = escapeHtml(name.replaceAll('_', ' '))
  return `<span aria-label="${label}" class="emoji emoji-${code}" role="img" title="${label}">:${escapeHtml(name)}:</span>`
}

import { withEmoji } from '#platform/emoji'
import { link } from '../../../../integrations/incoming-webhooks/public.ts'
import { type Fields, lineIn, recordsIn, textIn } from '../../containers/fields.ts'
import { fromCommonMarkdown } from '../markdown-dialect.ts'
import { label, type MarkedText } from '../marked-text.ts'
import type { Place } from './rooms.ts'

export interface Names {
  person(username: string): string | undefined
  channel(name: string): Place | undefined
}

const maxAttachments = 100

/** A field as one line, for titles and names; empty if it's missing. */
type Line = (fields: Fields, name: string) => string

const quote = /\[[ \u200b]*\]\(https?:\/\/[^\s()]{1,1000}[?&]msg=([\w-]{1,40})[^\s()]{0,200}\)/g

export function rocketText(
  message: Fields,
  marked: MarkedText,
  { names, emoji }: { names: Names; emoji: ReadonlySet<string> },
): string {
  const isOwn = (name: string) => emoji.has(name)
  const written = (text: string | undefined) =>
    text === undefined ? '' : fromCommonMarkdown(text, (part) => withEmoji(dialect(part, marked, names), isOwn))
  const line: Line = (fields, name) => label(withEmoji(lineIn(fields, name) ?? '', isOwn))
  const attached = recordsIn(message, 'attachments').slice(0, maxAttachments)
  const said = (textIn(message, 'msg') ?? '').replace(quote, (_all, key: string) =>
    marked.mark({ message: key, label: 'An earlier message' }),
  )
  return [written(said), ...attached.map((one) => attachment(one, written, line))]
    .filter((part) => part.trim() !== '')
    .join('\n')
}

function dialect(part: string, marked: MarkedText, names: Names): string {
  return part
    .replace(/(?<![\p{L}\p{N}_@./-])@([\p{L}\p{N}][\p{L}\p{N}._-]{0,63})/gu, (whole, name: string) => {
      for (let end = name.length; end > 0; end--) {
        const key = names.person(name.slice(0, end))
        if (key !== undefined) return marked.mark({ person: key, label: `@${name.slice(0, end)}` }) + name.slice(end)
        if (!/[._-]/.test(name[end - 1]!)) return whole
      }
      return whole
    })
    .replace(/(?<![\p{L}\p{N}_#/])#([\p{L}\p{N}][\p{L}\p{N}._-]{0,63})/gu, (whole, name: string) => {
      const place = names.channel(name)
      if (!place || 'people' in place) return whole
      const { channel, channelName, topic } = place
      return marked.mark({ channel, label: `#${channelName}`, ...(topic === undefined ? {} : { topic }) })
    })
    .replace(/(?<![\p{L}\p{N}_*\\])\*(?![\s*])([^*\n]{1,2000}?)(?<!\s)\*(?![\p{L}\p{N}_*])/gu, '**$1**')
    .replace(/(?<![\p{L}\p{N}_~\\])~(?![\s~])([^~\n]{1,2000}?)(?<!\s)~(?![\p{L}\p{N}_~])/gu, '~~$1~~')
}

function attachment(one: Fields, written: (text: string | undefined) => string, line: Line): string {
  const isQuote = textIn(one, 'message_link') !== undefined
  const isFile = textIn(one, 'type') === 'file'
  const text = written(textIn(one, 'text'))
  const author = line(one, 'author_name')
  if (isQuote) return [author ? `${author}:` : '', text].filter(Boolean).join('\n').replace(/^/gm, '> ')
  if (isFile) return written(textIn(one, 'description'))
  const title = line(one, 'title')
  const titleLink = textIn(one, 'title_link')
  const fields = recordsIn(one, 'fields').slice(0, maxAttachments)
  const picture = textIn(one, 'image_url')
  return [
    author,
    title && `**${titleLink && /^https?:/i.test(titleLink) ? link(titleLink, title) : title}**`,
    text,
    ...fields.map((field) => `**${line(field, 'title')}**: ${written(textIn(field, 'value'))}`),
    picture && /^https?:/i.test(picture) && link(picture, 'image'),
  ]
    .filter((part) => part)
    .join('\n')
}

import { withEmoji } from '#platform/emoji'
import { link } from '../../../../integrations/incoming-webhooks/public.ts'
import { type Fields, fieldIn, lineIn, recordsIn, textIn } from '../../containers/fields.ts'
import { fromCommonMarkdown } from '../markdown-dialect.ts'
import { label, type MarkedText } from '../marked-text.ts'

export interface Names {
  isPerson(key: string): boolean
  channel(team: string | undefined, name: string): { key: string; name: string } | undefined
}

const maxAttachments = 100

/** A field as one line, for titles and names; empty if it's missing. */
type Line = (fields: Fields, name: string) => string

export function mattermostText(
  post: Fields,
  team: string | undefined,
  marked: MarkedText,
  { names, emoji }: { names: Names; emoji: ReadonlySet<string> },
): string {
  const emojiIn = (part: string) => withEmoji(part, (name) => emoji.has(name))
  const mentions = (part: string) => emojiIn(withChannels(withPeople(part, marked, names), team, marked, names))
  const line: Line = (fields, name) => label(emojiIn(lineIn(fields, name) ?? ''))
  const written = (text: string | undefined) => (text === undefined ? '' : fromCommonMarkdown(text, mentions))
  const attached = recordsIn(fieldIn(post, 'props'), 'attachments').slice(0, maxAttachments)
  const answers = isPoll(post) ? attached.map((one) => answersOf(one, line)) : []
  return [written(textIn(post, 'message')), ...attached.map((one) => attachment(one, written, line)), ...answers]
    .filter((part) => part.trim() !== '')
    .join('\n\n')
}

export const isPoll = (post: Fields): boolean => /^custom_\w*poll/.test(textIn(post, 'type') ?? '')

const answersOf = (one: Fields, line: Line): string =>
  recordsIn(one, 'actions')
    .slice(0, maxAttachments)
    .map((action) => line(action, 'name'))
    .filter((name) => name !== '')
    .map((name) => `* ${name}`)
    .join('\n')

/** A trailing sign can be part of the name or of the sentence: the longest existing name wins. */
const withPeople = (part: string, marked: MarkedText, names: Names): string =>
  part.replace(/(?<![\p{L}\p{N}_@./-])@([a-z0-9][a-z0-9._-]{0,63})/giu, (whole, name: string) => {
    for (let end = name.length; end > 0; end--) {
      const key = name.slice(0, end).toLowerCase()
      if (names.isPerson(key)) return marked.mark({ person: key, label: `@${key}` }) + name.slice(end)
      if (!/[._-]/.test(name[end - 1]!)) return whole
    }
    return whole
  })

const withChannels = (part: string, team: string | undefined, marked: MarkedText, names: Names): string =>
  part.replace(/(?<![\p{L}\p{N}_~/-])~([a-z0-9][a-z0-9_-]{0,63})(?!~)/giu, (whole, name: string) => {
    const channel = names.channel(team, name.toLowerCase())
    return channel ? marked.mark({ channel: channel.key, label: `#${channel.name}` }) : whole
  })

function attachment(one: Fields, written: (text: string | undefined) => string, line: Line): string {
  const title = line(one, 'title')
  const titleLink = lineIn(one, 'title_link')
  const footer = line(one, 'footer')
  const picture = lineIn(one, 'image_url')
  const parts = [
    written(textIn(one, 'pretext')),
    line(one, 'author_name'),
    title && `**${titleLink ? link(titleLink, title) : title}**`,
    written(textIn(one, 'text')),
    recordsIn(one, 'fields')
      .slice(0, maxAttachments)
      .map((field) => `**${line(field, 'title')}**: ${written(textIn(field, 'value'))}`)
      .join('\n'),
    picture && link(picture, 'image'),
    footer && `*${footer}*`,
  ].filter((part) => part)
  return parts.length > 0 ? parts.join('\n\n') : written(textIn(one, 'fallback'))
}

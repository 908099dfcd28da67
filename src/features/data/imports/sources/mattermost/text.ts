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

export function mattermostText(
  post: Fields,
  team: string | undefined,
  marked: MarkedText,
  { names, emoji }: { names: Names; emoji: ReadonlySet<string> },
): string {
  const mentions = (part: string) =>
    withEmoji(withChannels(withPeople(part, marked, names), team, marked, names), (name) => emoji.has(name))
  const written = (text: string | undefined) => (text === undefined ? '' : fromCommonMarkdown(text, mentions))
  const attached = recordsIn(fieldIn(post, 'props'), 'attachments').slice(0, maxAttachments)
  const answers = isPoll(post) ? attached.map(answersOf) : []
  return [written(textIn(post, 'message')), ...attached.map((one) => attachment(one, written)), ...answers]
    .filter((part) => part.trim() !== '')
    .join('\n\n')
}

export const isPoll = (post: Fields): boolean => /^custom_\w*poll/.test(textIn(post, 'type') ?? '')

const answersOf = (one: Fields): string =>
  recordsIn(one, 'actions')
    .slice(0, maxAttachments)
    .flatMap((action) => lineIn(action, 'name') ?? [])
    .map((name) => `* ${label(name)}`)
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

function attachment(one: Fields, written: (text: string | undefined) => string): string {
  const title = lineIn(one, 'title')
  const titleLink = lineIn(one, 'title_link')
  const author = lineIn(one, 'author_name')
  const picture = lineIn(one, 'image_url')
  const parts = [
    written(textIn(one, 'pretext')),
    author && label(author),
    title && `**${titleLink ? link(titleLink, label(title)) : label(title)}**`,
    written(textIn(one, 'text')),
    recordsIn(one, 'fields')
      .slice(0, maxAttachments)
      .map((field) => `**${label(lineIn(field, 'title') ?? '')}**: ${written(textIn(field, 'value'))}`)
      .join('\n'),
    picture && link(picture, 'image'),
    lineIn(one, 'footer') && `*${label(lineIn(one, 'footer') ?? '')}*`,
  ].filter((part) => part)
  return parts.length > 0 ? parts.join('\n\n') : written(textIn(one, 'fallback'))
}

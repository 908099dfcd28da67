import { link, unescaped } from '../../../../integrations/incoming-webhooks/slack-markdown.ts'
import { slackMessage } from '../../../../integrations/incoming-webhooks/slack-message.ts'
import { Attachment, Block } from '../../../../integrations/incoming-webhooks/slack-payload.ts'
import { cleaned, type Fields, fieldsOf, isSet, listIn, recordsIn, textIn } from '../../containers/fields.ts'
import { label, type MarkedText, withoutMarkdown } from '../marked-text.ts'

export interface Names {
  person(key: string): string | undefined
  channel(key: string): string | undefined
}

const maxParts = 100
const deepest = 12
const code = /(```[\s\S]*?```|`[^`\n]+`)/
const permalink = /^https:\/\/[\w.-]+\.slack\.com\/archives\/([A-Z0-9]+)\/p(\d{10})(\d{6})(?:\?|$)/
const shown = new Set(['text', 'fallback', 'pretext', 'title', 'value', 'footer', 'author_name'])
const isPresent = (block: Block): boolean => block.type !== 'rich_text'

export function slackText(fields: Fields, marked: MarkedText, names: Names): string {
  const said = textIn(fields, 'text')
  const blocks = listIn(fields, 'blocks').flatMap((one) => Block.safeParse(prepared(one, marked, names)).data ?? [])
  const attachments = recordsIn(fields, 'attachments')
  // rich text repeats what people wrote; blocks of programs contain more than the text
  const ofBlocks = said === undefined || blocks.some(isPresent) ? blocks.slice(0, maxParts) : []
  const parts = [
    slackMessage({ text: said && mrkdwn(said, marked, names), blocks: ofBlocks, attachments: [] }),
    ...attachments.slice(0, maxParts).map((one) => attached(one, marked, names)),
  ]
  return parts.filter((part) => part.trim() !== '').join('\n\n')
}

export const plainMrkdwn = (text: string, names: Names): string =>
  text
    .replace(/<@([A-Z0-9]+)(?:\|([^<>]*))?>/g, (_all, key, given) => `@${names.person(key) ?? (given || key)}`)
    .replace(/<#([A-Z0-9]+)(?:\|([^<>]*))?>/g, (_all, key, given) => `#${names.channel(key) ?? (given || key)}`)
    .replace(/<!([a-z]+)(?:\|[^<>]*)?>/g, '@$1')
    .replace(/<([^<>|]+)\|([^<>]*)>/g, (_all, url, given) => (given && given !== url ? `${given} (${url})` : url))
    .replace(/<([^<>|]+)>/g, '$1')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

/** Keeps mrkdwn, with marks, and escapes what only Markdown would interpret. */
const mrkdwn = (text: string, marked: MarkedText, names: Names): string =>
  text
    .split(code)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part
            .split(/(<[^<>\n]{1,4000}>)/)
            .map((piece, at) => (at % 2 === 1 ? bracket(piece, marked, names) : withoutMarkdown(piece)))
            .join(''),
    )
    .join('')

function bracket(whole: string, marked: MarkedText, names: Names): string {
  const [target = '', ...rest] = whole.slice(1, -1).split('|')
  const given = rest.length > 0 ? label(unescaped(rest.join('|'))) : ''
  const group = /^!subteam\^([A-Z0-9]+)/.exec(target)
  if (group) return marked.mark({ group: group[1]!, label: given || '@group' })
  if (/^@[A-Z0-9]+$/.test(target)) return personMark(target.slice(1), given, marked, names)
  if (/^#[A-Z0-9]+$/.test(target)) return channelMark(target.slice(1), given, marked, names)
  const url = unescaped(target)
  const message = permalink.exec(url)
  if (message) return marked.mark({ message: `${message[1]}/${message[2]}.${message[3]}`, label: given || url })
  return whole
}

const personMark = (key: string, given: string, marked: MarkedText, names: Names): string => {
  const name = names.person(key) ?? (given.replace(/^@/, '') || key)
  return marked.mark({ person: key, label: `@${name}` })
}

const channelMark = (key: string, given: string, marked: MarkedText, names: Names): string =>
  marked.mark({ channel: key, label: `#${names.channel(key) ?? (given.replace(/^#/, '') || key)}` })

/** Stops at a depth that real messages don't reach. */
function prepared(value: unknown, marked: MarkedText, names: Names, depth = 0): unknown {
  if (typeof value === 'string') return cleaned(value)
  if (depth > deepest) return undefined
  if (Array.isArray(value))
    return value.slice(0, maxParts).map((one) => prepared(one, marked, names, depth + 1)) as unknown
  const fields = fieldsOf(value)
  if (!fields) return value
  const leaf = richLeaf(fields, marked, names)
  if (leaf !== undefined) return { type: 'text', text: leaf }
  const isPlain = /^(?:plain_text|text)$/.test(textIn(fields, 'type') ?? '')
  const entries = Object.entries(fields).map(([key, one]): [string, unknown] => {
    if (typeof one !== 'string' || !shown.has(key)) return [key, prepared(one, marked, names, depth + 1)]
    return [key, isPlain ? withoutMarkdown(cleaned(one)) : mrkdwn(cleaned(one), marked, names)]
  })
  return Object.fromEntries(entries.filter(([key]) => key !== '__proto__'))
}

function richLeaf(fields: Fields, marked: MarkedText, names: Names): string | undefined {
  switch (textIn(fields, 'type')) {
    case 'user':
      return personMark(textIn(fields, 'user_id') ?? '', '', marked, names)
    case 'channel':
      return channelMark(textIn(fields, 'channel_id') ?? '', '', marked, names)
    case 'usergroup':
      return marked.mark({ group: textIn(fields, 'usergroup_id') ?? '', label: '@group' })
    case 'date':
      return textIn(fields, 'fallback') ?? ''
    case 'color':
      return textIn(fields, 'value') ?? ''
    default:
      return undefined
  }
}

/** An attachment of a program, or a forwarded message; link previews are left out. */
function attached(one: Fields, marked: MarkedText, names: Names): string {
  const isForwarded = isSet(one, 'is_share') || isSet(one, 'is_msg_unfurl')
  if (!isForwarded && (textIn(one, 'from_url') ?? textIn(one, 'original_url')) !== undefined) return ''
  if (isForwarded) return forwarded(one, marked, names)
  const { data } = Attachment.safeParse(prepared(one, marked, names))
  return data ? slackMessage({ attachments: [data] }) : ''
}

function forwarded(one: Fields, marked: MarkedText, names: Names): string {
  const channel = textIn(one, 'channel_id')
  const time = textIn(one, 'ts')
  const author = textIn(one, 'author_id')
  const who = author
    ? personMark(author, textIn(one, 'author_name') ?? '', marked, names)
    : (textIn(one, 'author_name') ?? '')
  const url = textIn(one, 'from_url')
  const where =
    channel && time
      ? marked.mark({ message: `${channel}/${time}`, label: url && !permalink.test(url) ? link(url) : 'a message' })
      : 'a message'
  const text = slackMessage({ text: mrkdwn(textIn(one, 'text') ?? textIn(one, 'fallback') ?? '', marked, names) })
  return `${[who, where].filter(Boolean).join(': ')}\n${text.replace(/^/gm, '> ')}`
}

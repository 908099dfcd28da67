import { link } from '../../../../integrations/incoming-webhooks/public.ts'
import { type Fields, fieldIn, lineIn, recordsIn, textIn } from '../../containers/fields.ts'
import { fromCommonMarkdown } from '../markdown-dialect.ts'
import { label, type MarkedText } from '../marked-text.ts'

export interface Names {
  person(key: string): string | undefined
  place(key: string): { channel: string; channelName: string; topic: string | undefined } | undefined
  role(key: string): string | undefined
}

const maxParts = 100

export function discordText(message: Fields, marked: MarkedText, names: Names): string {
  const content = textIn(message, 'content') ?? ''
  const reader = new Reader(message, marked, names)
  const forwarded = fieldIn(message, 'forwardedMessage')
  const parts = [
    replied(message, marked),
    reader.written(content),
    ...recordsIn(message, 'embeds')
      .slice(0, maxParts)
      .map((embed) => reader.embed(embed, content)),
    ...stickers(message),
    forwarded && quoted(reader, forwarded),
  ]
  return parts.filter((part) => part !== undefined && part.trim() !== '').join('\n')
}

function replied(message: Fields, marked: MarkedText): string | undefined {
  const key = textIn(fieldIn(message, 'reference'), 'messageId')
  if (key === undefined || textIn(message, 'type') !== 'Reply') return undefined
  return `*In reply to* ${marked.mark({ message: key, label: 'an earlier message' })}`
}

function quoted(reader: Reader, forwarded: Fields): string {
  const content = textIn(forwarded, 'content') ?? ''
  const embeds = recordsIn(forwarded, 'embeds').slice(0, maxParts)
  const inside = [
    reader.written(content),
    ...embeds.map((embed) => reader.embed(embed, content)),
    ...stickers(forwarded),
  ]
  const text = inside.filter((part) => part.trim() !== '').join('\n')
  return text === '' ? '' : `*Forwarded:*\n${text.replace(/^/gm, '> ')}`
}

const stickers = (message: Fields): string[] =>
  recordsIn(message, 'stickers').map(
    (one) => `*${label(lineIn(one, 'name') ?? 'sticker').replaceAll('*', '')}* (sticker)`,
  )

/** The exporter may have replaced mentions with names; the message's list of mentions resolves them. */
class Reader {
  readonly #marked: MarkedText
  readonly #names: Names
  readonly #mentioned: readonly { name: string; key: string }[]

  constructor(message: Fields, marked: MarkedText, names: Names) {
    this.#marked = marked
    this.#names = names
    this.#mentioned = recordsIn(message, 'mentions')
      .slice(0, maxParts)
      .flatMap((one) => {
        const key = textIn(one, 'id')
        const known = [lineIn(one, 'nickname'), lineIn(one, 'name')]
        return key === undefined ? [] : known.flatMap((name) => (name === undefined ? [] : { name, key }))
      })
      .sort((a, b) => b.name.length - a.name.length)
  }

  written(text: string): string {
    const plain = text
      .replace(/```([\s\S]*?)```/g, (whole, inside: string) => fenced(whole, inside))
      .replace(/(^|\n)>>> ([\s\S]*)$/, (_all, before: string, rest: string) => before + rest.replace(/^/gm, '> '))
      .replace(/^-# /gm, '')
    return fromCommonMarkdown(plain, (part) => this.#mentions(part)).replace(
      /\|\|(?!\|)([^|]{1,4000})\|\|/g,
      (_all, inside: string) => `\n\`\`\`spoiler\n${inside.replaceAll('```', '').trim()}\n\`\`\`\n`,
    )
  }

  #mentions(part: string): string {
    let text = part
      .replace(/<@!?(\d{1,20})>/g, (_all, key: string) => this.#person(key))
      .replace(/<@&(\d{1,20})>/g, (_all, key: string) => `@${label(this.#names.role(key) ?? 'role')}`)
      .replace(/<#(\d{1,20})>/g, (_all, key: string) => this.#channel(key))
      .replace(/<a?:(\w{1,64}):\d{1,20}>/g, ':$1:')
      .replace(/<t:(-?\d{1,12})(?::[a-z])?>/gi, (whole, seconds: string) => timeOf(seconds) ?? whole)
      .replace(/<\/([\w -]{1,100}):\d{1,20}>/g, '/$1')
    for (const { name, key } of this.#mentioned) text = text.replaceAll(`@${name}`, () => this.#person(key))
    return text
  }

  #person(key: string): string {
    return this.#marked.mark({ person: key, label: `@${this.#names.person(key) ?? 'unknown user'}` })
  }

  #channel(key: string): string {
    const place = this.#names.place(key)
    if (!place) return '#channel'
    const { channel, channelName, topic } = place
    return this.#marked.mark({
      channel,
      label: `#${channelName}${topic === undefined ? '' : ` > ${topic}`}`,
      ...(topic === undefined ? {} : { topic }),
    })
  }

  /** Previews of links in the text are left out: this server generates its own. */
  embed(one: Fields, content: string): string {
    const url = textIn(one, 'url')
    if (url !== undefined && content.includes(url)) return ''
    const title = lineIn(one, 'title')
    const author = lineIn(fieldIn(one, 'author'), 'name')
    const footer = lineIn(fieldIn(one, 'footer'), 'text')
    const picture = textIn(fieldIn(one, 'image'), 'url') ?? textIn(fieldIn(one, 'video'), 'url')
    const fields = recordsIn(one, 'fields').slice(0, maxParts)
    return [
      author && label(author),
      title ? `**${url ? link(url, label(title)) : this.written(title)}**` : url && link(url),
      this.written(textIn(one, 'description') ?? ''),
      fields
        .map((field) => `**${label(lineIn(field, 'name') ?? '')}**: ${this.written(textIn(field, 'value') ?? '')}`)
        .join('\n'),
      picture && /^https:/i.test(picture) && link(picture, 'image'),
      footer && `*${label(footer).replaceAll('*', '')}*`,
    ]
      .filter((part) => part)
      .join('\n\n')
  }
}

/** Fences here must be on their own line. */
function fenced(whole: string, inside: string): string {
  if (!inside.includes('\n')) return inside.trim() === '' ? whole : `\`${inside.trim()}\``
  const [, language = '', code = ''] = /^([\w+#.-]*)\n([\s\S]*)$/.exec(inside) ?? [undefined, '', inside]
  return `\n\`\`\`${language}\n${code.replace(/\n$/, '')}\n\`\`\`\n`
}

function timeOf(seconds: string): string | undefined {
  const time = new Date(Number(seconds) * 1000)
  return Number.isNaN(time.getTime()) ? undefined : `<time:${time.toISOString()}>`
}

/** Roles of people named in a message: the only ones in an export. */
export const rolesOf = (people: readonly Fields[]): [key: string, name: string][] =>
  people.flatMap((person) =>
    recordsIn(person, 'roles').flatMap((role): [string, string][] => {
      const key = textIn(role, 'id')
      const name = lineIn(role, 'name')
      return key === undefined || name === undefined ? [] : [[key, name]]
    }),
  )

export const isEmpty = (message: Fields): boolean =>
  textIn(message, 'content') === undefined &&
  ['attachments', 'embeds', 'stickers'].every((name) => recordsIn(message, name).length === 0) &&
  fieldIn(message, 'forwardedMessage') === undefined

import { oneLine } from '#contract'
import { fromMrkdwn, fromPlainText, link, withoutLinks, withoutWildcards } from './slack-markdown.ts'
import {
  type Attachment,
  type Block,
  type Element,
  elementsOf,
  type SlackPayload,
  type TextObject,
} from './slack-payload.ts'
import { richText } from './slack-rich-text.ts'

const shown = ({ type, text }: TextObject): string => (type === 'plain_text' ? fromPlainText(text) : fromMrkdwn(text))
const present = (part: string | undefined): part is string => part !== undefined && part.trim() !== ''
export function slackMessage({ text, blocks, attachments }: SlackPayload): string {
  const inBlocks = (blocks ?? []).map(block).filter(present)
  // with blocks, the text is only a fallback
  const first = inBlocks.length > 0 ? inBlocks : [text ? fromMrkdwn(text) : '']
  const parts = [...first, ...(attachments ?? []).map(attachment)].filter(present)
  return withoutWildcards(parts.map((part) => part.replace(/^\n+/, '').trimEnd()).join('\n\n'))
}

function block(one: Block): string | undefined {
  switch (one.type) {
    case 'header':
      return one.text && `## ${oneLine(fromPlainText(one.text.text))}`
    case 'section': {
      const fields = one.fields?.map(shown).filter(present).join('\n')
      return [one.text && shown(one.text), fields, one.accessory && action(one.accessory)].filter(present).join('\n\n')
    }
    case 'divider':
      return '---'
    case 'context':
      return elementsOf(one).map(inContext).filter(present).map(oneLine).join(' ')
    case 'image':
      return (
        one.image_url &&
        link(one.image_url, one.title ? oneLine(fromPlainText(one.title.text)) : one.alt_text || 'image')
      )
    case 'actions':
      return elementsOf(one).map(action).filter(present).join(' · ')
    case 'rich_text':
      return richText(one.elements ?? [])
    default:
      return one.text && shown(one.text)
  }
}

const inContext = ({ type, text, image_url, alt_text }: Element): string | undefined =>
  type === 'image' ? image_url && link(image_url, alt_text || 'image') : text && shown({ ...text, type })

/** A button with a link; other buttons would notify the sender, which isn't supported. */
const action = ({ url, text, image_url, alt_text }: Element): string | undefined => {
  if (url) return link(url, text ? oneLine(fromPlainText(text.text)) : undefined)
  return image_url && link(image_url, alt_text || 'image')
}

function attachment(one: Attachment): string {
  const title = one.title && oneLine(fromMrkdwn(one.title))
  const author = one.author_name && oneLine(fromPlainText(withoutLinks(one.author_name)))
  const parts = [
    one.pretext && fromMrkdwn(one.pretext),
    author && (one.author_link ? link(one.author_link, author) : author),
    title &&
      `**${one.title_link ? link(one.title_link, fromPlainText(withoutLinks(oneLine(one.title ?? '')))) : title}**`,
    one.text && fromMrkdwn(one.text),
    ...(one.blocks ?? []).map(block),
    one.fields
      ?.map(({ title, value }) =>
        [title && `**${oneLine(fromMrkdwn(title))}**:`, value && fromMrkdwn(value)].filter(present).join(' '),
      )
      .filter(present)
      .join('\n'),
    one.image_url && link(one.image_url, 'image'),
    one.footer && `*${oneLine(fromMrkdwn(one.footer))}*`,
  ].filter(present)
  return parts.length > 0 ? parts.join('\n\n') : fromMrkdwn(one.fallback ?? '')
}

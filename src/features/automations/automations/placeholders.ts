import { channelUrl } from '#platform/markdown'
import type { Organization } from '#platform/organization'
import { shownTopic } from '../../channels/channels/topics.ts'
import { silent } from '../../messages/messages/actions/notices.ts'
import { sentLinks } from '../../messages/messages/sent-links.ts'
import { organizationCache } from '../../people/organization/cache.ts'
import type { Cause } from './cause.ts'
import { insertedLine, insertedQuote } from './inserted-text.ts'
import type { StoredRun } from './store.ts'

const placeholder = /(?:(^[ \t]*)|)\{(date|person|person\.mention|text|message\.text|message\.link|channel|topic)\}/gm

/** Fills in placeholders once. Unknown placeholders, and ones the cause has no value for, are left unchanged. */
export function filledText(
  org: Organization,
  text: string,
  { trigger, cause_at }: Pick<StoredRun, 'trigger' | 'cause_at'>,
  cause: Cause | undefined,
): string {
  return text.replace(placeholder, (whole, indent: string | undefined, name: string, at: number) => {
    if (name === 'date') return (indent ?? '') + dateOf(org, trigger, cause_at, cause)
    if (!cause) return whole
    const { message } = cause
    const isFirst = name === 'message.text' && indent !== undefined
    const after = message && isFirst ? linesAfter(text, at + whole.length) : undefined
    if (message && after?.rest === '') return insertedQuote(message.content) + (after.next === '' ? '' : '\n')
    const filled = causeText(org, name, cause)
    return filled === undefined ? whole : (indent ?? '') + filled
  })
}

/** The rest of the line and the next line; a quote needs a blank line after it. */
function linesAfter(text: string, at: number) {
  const [rest = '', next = ''] = text.slice(at).split('\n', 2)
  return { rest: rest.trim(), next: next.trim() }
}

function dateOf(org: Organization, trigger: StoredRun['trigger'], at: Date, cause: Cause | undefined): string {
  const timeZone = (trigger.kind === 'schedule' ? trigger.timezone : cause?.person.timezone) || 'UTC'
  return new Intl.DateTimeFormat(org.language, { dateStyle: 'full', timeZone }).format(at)
}

function causeText(
  org: Organization,
  name: string,
  { message, channel, person, topic, text }: Cause,
): string | undefined {
  switch (name) {
    case 'person':
      return silent(person)
    case 'person.mention':
      return `@**${person.fullName}|${person.id}**`
    case 'text':
      // posting an empty message would fail
      return text === undefined ? undefined : insertedLine(text) || '…'
    case 'message.link':
      return message && sentLinks(org, { channel, topic: message.topic }, message.id).message_link
    case 'channel': {
      const url = org.services.organizationUrl(org.get(organizationCache).subdomain) + channelUrl(channel)
      return `[#${insertedLine(channel.name)}](${url})`
    }
    case 'topic':
      return topic === undefined ? undefined : insertedLine(shownTopic(topic, false))
    default:
      return message && insertedLine(message.content)
  }
}

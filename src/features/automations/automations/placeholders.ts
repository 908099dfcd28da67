import { channelUrl } from '#platform/markdown'
import type { Organization } from '#platform/organization'
import { shownTopic } from '../../channels/channels/topics.ts'
import { silent } from '../../messages/messages/actions/notices.ts'
import { sentLinks } from '../../messages/messages/sent-links.ts'
import { organizationCache } from '../../people/organization/cache.ts'
import { peopleCache } from '../../people/users/cache.ts'
import type { Cause } from './cause.ts'
import { formText, isFormPlaceholder } from './form-values.ts'
import { insertedLine, insertedQuote } from './inserted-text.ts'
import { jsonText } from './json-values.ts'
import { limitedFill } from './limited-fill.ts'
import type { Question } from './questions-store.ts'
import type { StoredRun } from './store.ts'

export type FilledRun = Pick<
  StoredRun,
  'trigger' | 'cause_at' | 'payload' | 'answer' | 'approver_id' | 'steps' | 'step'
>

/** Fills in placeholders once. Unknown placeholders, and ones the cause has no value for, are left unchanged. */
export function filledText(
  org: Organization,
  text: string,
  run: FilledRun,
  cause: Cause | undefined,
  questions: readonly Question[] = [],
): string {
  const { trigger, cause_at, payload, answer, approver_id } = run
  return limitedFill(text, ({ whole, indent, name, rest, next }) => {
    if (name === 'date') return (indent ?? '') + dateOf(org, trigger, cause_at, cause)
    const [source, path] = name.split(/\.(.*)/s, 2)
    if (source === 'webhook' || source === 'call') {
      const value = jsonText(source === 'call' ? answer : payload, path ?? '')
      return value === undefined ? whole : (indent ?? '') + value
    }
    if (name === 'approver') {
      const approver = approver_id === null ? undefined : org.get(peopleCache).byId.get(approver_id)
      return approver ? (indent ?? '') + silent(approver) : whole
    }
    const isBlock = indent !== undefined && rest === ''
    const asBlock = (lines: string) => lines + (next === '' ? '' : '\n')
    if (isFormPlaceholder(name)) {
      const value = formText(org, run, questions, name, isBlock)
      if (value === undefined) return whole
      if (!/^[>\n]/.test(value)) return (indent ?? '') + value
      // a quote or a list
      return isBlock ? asBlock(value) : `${indent ?? ''}${value}\n\n`
    }
    if (!cause) return whole
    const { message } = cause
    if (message && name === 'message.text' && isBlock) return asBlock(insertedQuote(message.content))
    const filled = causeText(org, name, cause)
    return filled === undefined ? whole : (indent ?? '') + filled
  })
}

export function dateOf(org: Organization, trigger: StoredRun['trigger'], at: Date, cause: Cause | undefined): string {
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
      return message && channel && sentLinks(org, { channel, topic: message.topic }, message.id).message_link
    case 'channel': {
      if (!channel) return undefined
      const url = org.services.organizationUrl(org.get(organizationCache).subdomain) + channelUrl(channel)
      return `[#${insertedLine(channel.name)}](${url})`
    }
    case 'topic':
      return topic === undefined ? undefined : insertedLine(shownTopic(topic, false))
    default:
      return message && insertedLine(message.content)
  }
}

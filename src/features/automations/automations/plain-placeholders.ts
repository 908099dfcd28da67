import { shortened, type UserId } from '#contract'
import type { Organization } from '#platform/organization'
import { shownTopic } from '../../channels/channels/topics.ts'
import { sentLinks } from '../../messages/messages/sent-links.ts'
import { peopleCache } from '../../people/users/cache.ts'
import type { Cause } from './cause.ts'
import { isFormPlaceholder, plainFormText } from './form-values.ts'
import { jsonValue } from './json-values.ts'
import { limitedFill } from './limited-fill.ts'
import { maxInsertedLength } from './limits.ts'
import { dateOf, type FilledRun } from './placeholders.ts'
import type { Question } from './questions-store.ts'

/** Fills in placeholders with plain text instead of Markdown, for other services. */
export const filledPlainText = (
  org: Organization,
  text: string,
  run: FilledRun,
  cause: Cause | undefined,
  questions: readonly Question[],
): string =>
  limitedFill(text, ({ whole, indent, name }) => {
    const value = plainValue(org, name, run, cause, questions)
    return value === undefined ? whole : (indent ?? '') + shortened(value, maxInsertedLength)
  })

/** A placeholder's value as plain text; undefined if there is none. */
export function plainValue(
  org: Organization,
  name: string,
  run: FilledRun,
  cause: Cause | undefined,
  questions: readonly Question[],
): string | undefined {
  if (isFormPlaceholder(name)) return plainFormText(org, run, questions, name)
  const nameOf = (id: UserId | null | undefined) => org.get(peopleCache).byId.get(id ?? (0 as UserId))?.fullName
  const [source, path = ''] = name.split(/\.(.*)/s, 2)
  switch (name) {
    case 'date':
      return dateOf(org, run.trigger, run.cause_at, cause)
    case 'approver':
      return nameOf(run.approver_id)
    case 'person':
    case 'person.mention':
      return cause?.person.fullName
    case 'text':
      return cause?.text
    case 'channel':
      return cause?.channel && `#${cause.channel.name}`
    case 'topic':
      return cause?.topic === undefined ? undefined : shownTopic(cause.topic, false)
    case 'message.text':
      return cause?.message?.content
    case 'message.link':
      return cause?.message && cause.channel && linkOf(org, cause.channel, cause.message)
    default:
      return jsonValue(source === 'call' ? run.answer : run.payload, path)
  }
}

const linkOf = (
  org: Organization,
  channel: NonNullable<Cause['channel']>,
  { id, topic }: NonNullable<Cause['message']>,
): string | undefined => sentLinks(org, { channel, topic }, id).message_link

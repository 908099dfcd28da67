import type { MessageId } from '#contract'
import { raw } from '#platform/db'
import type { Person, TestOrganization } from '#test'
import { makeChannel } from '../../../../test/harness/channel.ts'
import { updateOrganization } from '../../people/organization-settings/api.ts'
import { reportMessage } from '../messages/api/report.ts'
import { welcomeUser } from '../moderation/newcomers/api.ts'
import * as api from './api.ts'

export const place = { channel: 'general', topic: 'looms' }

/** Cleo, Dora, and Emil become full members; two of their reports hide what Ben, who is new, wrote. */
export async function openCommunity(
  society: TestOrganization,
  { ada, momo }: { ada: Person; momo: Person },
  needed = 2,
) {
  const id = await makeChannel(society.org, 'moderation', [ada, momo], { invite_only: true })
  await ada.send('PATCH', '/realm', { moderation_request_channel_id: id })
  await ada.call(updateOrganization, { waiting_period_threshold: 3, newcomer_reports_to_hide: needed })
  return { dora: await society.join('Dora'), emil: await society.join('Emil') }
}

export const report = (person: Person, message_id: MessageId) =>
  person.call(reportMessage, { message_id, report_type: 'spam', description: '' })

export async function welcome(momo: Person, people: readonly Person[]): Promise<void> {
  for (const { id } of people) await momo.call(welcomeUser, { user_id: id })
}

export async function exists({ org }: Person, id: MessageId): Promise<boolean> {
  const rows = await org.db.read((tx) => raw(tx, 'select from message where id = $1', [id]))
  return rows.length > 0
}

export const reportsOf = async (moderator: Person) => (await moderator.call(api.getMessageReports)).reports

/** The notices of the notification bot to a person, oldest first. */
export async function noticesTo(person: Person): Promise<string[]> {
  const { messages } = await person.send('GET', '/messages', {
    ...{ anchor: 'newest', num_before: 20, num_after: 0, apply_markdown: false },
    narrow: [{ operator: 'is', operand: 'dm' }],
  })
  return (messages as { sender_email: string; content: string }[])
    .filter(({ sender_email }) => sender_email.startsWith('notification-bot'))
    .map(({ content }) => content)
}

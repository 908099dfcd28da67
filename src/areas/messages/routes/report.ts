import type { ParamsOf } from '#contract'
import type { Act } from '#platform/organization'
import { type Route, serve } from '#platform/serve'
import { maxTopicLength } from '../../channels/limits.ts'
import { channelsMirror } from '../../channels/mirror.ts'
import { settingsOf } from '../../organization/mirror.ts'
import { serverReportMessageTypes } from '../../organization/register-constants.ts'
import type { Account } from '../../users/account.ts'
import { peopleMirror } from '../../users/mirror.ts'
import { type ReadableMessage, readableMessage } from '../access/readable.ts'
import { readerOf } from '../access/reader.ts'
import { composeText } from '../actions/compose.ts'
import { sendAsBot } from '../actions/notices.ts'
import { renderMessage } from '../api/render.ts'
import * as api from '../api/report.ts'

export const reportRoutes: readonly Route[] = [
  serve(api.reportMessage, async (ctx, report) => {
    if (report.report_type === 'other' && report.description === '') throw api.descriptionNeeded()
    await ctx.write((act) => postReport(act, report))
    return {}
  }),
  serve(renderMessage, async (ctx, { content }) => ({ rendered: (await composeText(ctx, content)).rendered.html })),
]

const mostShown = 5_000

/** Plain text in a fence that nothing inside can end: neither mentions nor links come to life. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/[`~]+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}text\n${text.length > mostShown ? `${text.slice(0, mostShown)}…` : text}\n${fence}`
}

const silent = ({ fullName, id }: Account) => `@_**${fullName}|${id}**`

async function postReport(act: Act, report: ParamsOf<typeof api.reportMessage.params>): Promise<void> {
  const { tx, viewer } = act
  const message = await readableMessage(tx, await readerOf(act), report.message_id)
  const channel = act.get(channelsMirror).byId.get(settingsOf(act).moderation_request_channel_id)
  if (!channel || channel.isArchived) throw api.reportingTurnedOff()
  const people = act.get(peopleMirror).byId
  const reporter = people.get(viewer.id) as Account
  const author = people.get(message.sender_id) as Account
  const kind = serverReportMessageTypes.find(({ key }) => key === report.report_type)?.name
  const parts = [
    `${silent(reporter)} reported a message by ${silent(author)}${placeOf(act, message)}: **${kind}**`,
    ...(report.description ? ['What was said about it:', fenced(report.description)] : []),
    'The message:',
    fenced(message.content),
  ]
  const topic = [...`Reports about ${author.fullName}`].slice(0, maxTopicLength).join('')
  await sendAsBot(act, 'notification-bot', { kind: 'channel', channel }, topic, parts.join('\n\n'))
}

function placeOf(act: Act, { id, conversation_id, topic }: ReadableMessage): string {
  const channel = act.get(channelsMirror).ofConversation(conversation_id)
  return channel ? ` in #**${channel.name}>${topic}@${id}**` : ' in a direct conversation'
}

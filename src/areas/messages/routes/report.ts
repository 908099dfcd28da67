import type { ParamsOf } from '#contract'
import type { Act } from '#platform/organization'
import { type Route, serve, stays } from '#platform/serve'
import { maxTopicLength } from '../../channels/limits.ts'
import { channelsMirror } from '../../channels/mirror.ts'
import { settingsOf } from '../../organization/mirror.ts'
import type { Account } from '../../users/account.ts'
import { peopleMirror } from '../../users/mirror.ts'
import { type ReadableMessage, readableMessage } from '../access/readable.ts'
import { readerOf } from '../access/reader.ts'
import { composeText } from '../actions/compose.ts'
import { sendAsBot } from '../actions/notices.ts'
import { renderMessage } from '../api/render.ts'
import * as api from '../api/report.ts'
import { messageReported } from '../hooks.ts'
import { textsIn } from '../texts.ts'

export const reportRoutes: readonly Route[] = [
  serve(api.reportMessage, async (ctx, report) => {
    if (report.report_type === 'other' && report.description === '') throw api.descriptionNeeded()
    await ctx.write((act) => postReport(act, report))
    return {}
  }),
  stays(
    serve(renderMessage, async (ctx, { content }) => ({ rendered: (await composeText(ctx, content)).rendered.html })),
  ),
]

const mostShown = 5_000

/** Plain text in a fence longer than any inside, so that mentions and links in it stay inactive. */
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
  const texts = textsIn(act.org.language).report
  const kind = texts.kinds[report.report_type as keyof typeof texts.kinds]
  const place = placeOf(act, message)
  const parts = [
    place === undefined
      ? texts.inDirect(silent(reporter), silent(author), kind)
      : texts.inChannel(silent(reporter), silent(author), place, kind),
    ...(report.description ? [texts.said, fenced(report.description)] : []),
    texts.message,
    fenced(message.content),
  ]
  const topic = [...texts.topic(author.fullName)].slice(0, maxTopicLength).join('')
  const recipient = { kind: 'channel', channel } as const
  const noticeId = await sendAsBot(act, 'notification-bot', recipient, topic, parts.join('\n\n'))
  await messageReported(act, {
    messageId: message.id,
    noticeId,
    reporterId: viewer.id,
    authorId: author.id,
    kind: report.report_type,
    description: report.description,
    content: message.content,
  })
}

/** Undefined for a direct conversation. */
function placeOf(act: Act, { id, conversation_id, topic }: ReadableMessage): string | undefined {
  const channel = act.get(channelsMirror).ofConversation(conversation_id)
  return channel && `#**${channel.name}>${topic}@${id}**`
}

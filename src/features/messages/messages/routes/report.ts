import type { ParamsOf } from '#contract'
import type { Mutation } from '#platform/organization'
import { type Route, serve, stays } from '#platform/serve'
import { channelsCache } from '../../../channels/channels/cache.ts'
import { maxTopicLength } from '../../../channels/channels/limits.ts'
import { settingsOf } from '../../../people/organization/cache.ts'
import type { Account } from '../../../people/users/account.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { type ReadableMessage, readableMessage } from '../access/readable.ts'
import { readerOf } from '../access/reader.ts'
import { composeText } from '../actions/compose.ts'
import { asServer, sendAsBot } from '../actions/notices.ts'
import { renderMessage } from '../api/render.ts'
import * as api from '../api/report.ts'
import { messageReported } from '../hooks.ts'
import { textsIn } from '../texts.ts'

export const reportRoutes: readonly Route[] = [
  serve(api.reportMessage, async (ctx, report) => {
    if (report.report_type === 'other' && report.description === '') throw api.descriptionNeeded()
    await ctx.transact((mutation) => postReport(mutation, report))
    return {}
  }),
  stays(
    serve(renderMessage, async (ctx, { content }) => ({ rendered: (await composeText(ctx, content)).rendered.html })),
  ),
]

const maxShown = 5_000

/** Plain text in a fence longer than any inside, so that mentions and links in it stay inactive. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/[`~]+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}text\n${text.length > maxShown ? `${text.slice(0, maxShown)}…` : text}\n${fence}`
}

const silent = ({ fullName, id }: Account) => `@_**${fullName}|${id}**`

async function postReport(mutation: Mutation, report: ParamsOf<typeof api.reportMessage.params>): Promise<void> {
  const { tx, viewer } = mutation
  const message = await readableMessage(tx, await readerOf(mutation), report.message_id)
  const channel = mutation.get(channelsCache).byId.get(settingsOf(mutation).moderation_request_channel_id)
  if (!channel || channel.isArchived) throw api.reportingTurnedOff()
  const people = mutation.get(peopleCache).byId
  const reporter = people.get(viewer.id) as Account
  const author = people.get(message.sender_id) as Account
  const texts = textsIn(mutation.org.language).report
  const kind = texts.kinds[report.report_type as keyof typeof texts.kinds]
  const place = placeOf(mutation, message)
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
  const text = parts.join('\n\n')
  const noticeId = await asServer(mutation, () =>
    sendAsBot(mutation, 'notification-bot', recipient, topic, text, { ignoresAlertWords: true }),
  )
  await messageReported(mutation, {
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
function placeOf(mutation: Mutation, { id, conversation_id, topic }: ReadableMessage): string | undefined {
  const channel = mutation.get(channelsCache).ofConversation(conversation_id)
  return channel && `#**${channel.name}>${topic}@${id}**`
}

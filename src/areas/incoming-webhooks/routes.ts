import { maxMessageLength, reason } from '#contract'
import { PlainText, type Route, serve } from '#platform/serve'
import { theRest } from '../messages/shortened-text.ts'
import { sendFromOutside } from './actions.ts'
import * as api from './api.ts'
import { shortened } from './shortened-text.ts'
import { slackMessage } from './slack-message.ts'
import { SlackPayload } from './slack-payload.ts'

/** As much of a payload as fills a message: perf: written in full, a large one is hundreds of megabytes. */
function beginning(value: unknown, room: { values: number }): unknown {
  if (typeof value === 'string') return value.slice(0, maxMessageLength).toWellFormed()
  if (typeof value !== 'object' || value === null) return value
  const parts: [string, unknown][] = []
  for (const [name, one] of Object.entries(value)) {
    if (room.values-- <= 0) break
    parts.push([name.slice(0, maxMessageLength).toWellFormed(), beginning(one, room)])
  }
  return Array.isArray(value) ? parts.map(([, one]) => one) : Object.fromEntries(parts)
}

export const routes: readonly Route[] = [
  serve(api.sendSlackMessage, async (ctx, { payload, ...place }) => {
    const short = shortened(payload)
    const parsed = SlackPayload.safeParse(short.payload)
    if (!parsed.success) throw api.badPayload({}, { reason: reason(parsed.error) })
    const content = slackMessage(parsed.data)
    if (content === '') throw api.nothingToShow()
    await sendFromOutside(ctx, place, short.isCut ? content + theRest : content, 'SlackIncomingWebhook')
    // compat: some senders take anything but Slack's own answer for a failure
    return new PlainText('ok')
  }),
  serve(api.sendJson, async (ctx, { payload, ...place }) => {
    const text = JSON.stringify(beginning(payload, { values: maxMessageLength }), null, 2)
    let longest = 3
    for (const [run] of text.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length + 1)
    const fence = '`'.repeat(longest)
    await sendFromOutside(ctx, place, `${fence}json\n${text}\n${fence}`, 'JsonWebhook')
    return {}
  }),
]

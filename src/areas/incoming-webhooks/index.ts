import { reason } from '#contract'
import { type Area, initial, PlainText, serve } from '#platform/serve'
import * as api from './api.ts'
import { SlackPayload } from './payload.ts'
import { sendFromOutside, theRest } from './sending.ts'
import { shortened } from './shortening.ts'
import { slackMessage } from './slack.ts'

const offered = [
  { name: 'json', display_name: 'JSON' },
  { name: 'slack_incoming', display_name: 'Slack-compatible webhook' },
].map((one) => ({ ...one, all_event_types: null, config_options: [], url_options: [] }))

export const incomingWebhooksArea: Area = {
  name: 'incoming-webhooks',
  routes: [
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
      const text = JSON.stringify(payload, null, 2)
      const longest = Math.max(3, ...[...text.matchAll(/`{3,}/g)].map(([run]) => run.length + 1))
      const fence = '`'.repeat(longest)
      await sendFromOutside(ctx, place, `${fence}json\n${text}\n${fence}`, 'JsonWebhook')
      return {}
    }),
  ],
  state: [initial(api.realmIncomingWebhookBots, () => offered)],
}

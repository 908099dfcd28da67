import { invalidArgument } from '#contract'
import { type Route, serve, serveAnyone } from '#platform/serve'
import { managedAutomation } from './access.ts'
import { startFromWebhook } from './actions/start-from-webhook.ts'
import { renewWebhook, webhookUrl } from './actions/webhook-key.ts'
import { setWebhookSecret } from './actions/webhook-secret.ts'
import { unfinishedRuns } from './due.ts'
import * as api from './webhook-api.ts'

const maxHeaderLength = 200

export const webhookRoutes: readonly Route[] = [
  serve(api.getAutomationWebhook, (ctx, { automation_id }) =>
    ctx.read(async (tx) => {
      const row = await managedAutomation(tx, ctx, automation_id)
      return { url: webhookUrl(ctx.org, row), has_secret: row.webhook_secret_sealed !== null }
    }),
  ),
  serve(api.renewAutomationWebhook, async (ctx, { automation_id }) => ({
    url: await ctx.transact((mutation) => renewWebhook(mutation, automation_id)),
  })),
  serve(api.setAutomationWebhookSecret, (ctx, { automation_id, secret }) =>
    ctx.transact((mutation) => setWebhookSecret(mutation, automation_id, secret)),
  ),
  serveAnyone(api.postToAutomation, async ({ org, server, request }, { api_key, idempotency_key, payload }) => {
    if (typeof payload !== 'object' || payload === null)
      throw invalidArgument({}, { name: 'payload', reason: 'must be a JSON object or list' })
    const header = request.header('idempotency-key') || request.header('webhook-id')
    const delivery = { key: api_key, id: idempotency_key ?? header.slice(0, maxHeaderLength), payload, request }
    const run_id = await org.transact(null, (mutation) => startFromWebhook(mutation, delivery))
    server.timer.sooner(unfinishedRuns, server.now())
    return { run_id }
  }),
]

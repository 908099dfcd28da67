import type { Area } from '#platform/serve'
import { messageSent } from '../messages/actions/send.ts'
import { outgoingWebhooks } from './deliveries.ts'
import { handToWebhooks } from './triggers.ts'

messageSent.tap(async (act, sent) => {
  if (await handToWebhooks(act, sent)) act.onCommit(() => act.org.services.workDue(outgoingWebhooks, act.now))
})

export const outgoingWebhooksArea: Area = { name: 'outgoing-webhooks', due: [outgoingWebhooks] }

import type { Area, Tap } from '#platform/serve'
import { messageSent } from '../messages/actions/send.ts'
import { handToWebhooks } from './actions/trigger.ts'
import { outgoingWebhooks } from './due.ts'

const taps: readonly Tap[] = [
  messageSent.tap(async (act, sent) => {
    if (await handToWebhooks(act, sent)) act.onCommit(() => act.org.services.workDue(outgoingWebhooks, act.now))
  }),
]

export const outgoingWebhooksArea: Area = { name: 'outgoing-webhooks', taps, due: [outgoingWebhooks] }

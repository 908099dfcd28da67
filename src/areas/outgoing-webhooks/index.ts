import type { Area, Tap } from '#platform/serve'
import { messageSent } from '../messages/actions/send.ts'
import * as api from './api.ts'
import { callWebhooks, outgoingWebhooks } from './due.ts'
import { routes } from './routes.ts'

const taps: readonly Tap[] = [messageSent.tap(callWebhooks)]

export const outgoingWebhooksArea: Area = {
  name: 'outgoing-webhooks',
  api: [api],
  routes,
  taps,
  due: [outgoingWebhooks],
}

import type { Area, Tap } from '#platform/serve'
import { messageSent } from '../messages/actions/send.ts'
import { interactiveAnswered } from '../messages/hooks.ts'
import * as api from './api.ts'
import { callForAnswer, callWebhooks, outgoingWebhooks } from './due.ts'
import { routes } from './routes.ts'

const taps: readonly Tap[] = [messageSent.tap(callWebhooks), interactiveAnswered.tap(callForAnswer)]

export const outgoingWebhooksArea: Area = {
  name: 'outgoing-webhooks',
  api: [api],
  routes,
  taps,
  due: [outgoingWebhooks],
}

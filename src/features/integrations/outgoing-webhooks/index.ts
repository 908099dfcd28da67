import type { Feature, HookHandler } from '#platform/serve'
import { messageSent } from '../../messages/messages/actions/send.ts'
import { interactiveAnswered } from '../../messages/messages/hooks.ts'
import * as api from './api.ts'
import { callForAnswer, callWebhooks, outgoingWebhooks } from './due.ts'
import { routes } from './routes.ts'

const hookHandlers: readonly HookHandler[] = [
  messageSent.handledBy(callWebhooks),
  interactiveAnswered.handledBy(callForAnswer),
]

export const outgoingWebhooksFeature: Feature = {
  name: 'outgoing-webhooks',
  api: [api],
  routes,
  hookHandlers,
  due: [outgoingWebhooks],
}

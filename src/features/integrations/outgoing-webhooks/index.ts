import type { Feature, HookHandler } from '#platform/serve'
import { messageSent } from '../../messages/messages/actions/send.ts'
import { interactiveAnswered } from '../../messages/messages/hooks.ts'
import * as api from './api.ts'
import * as deliveriesApi from './deliveries/api.ts'
import { routes as deliveryRoutes } from './deliveries/routes.ts'
import { callForAnswer, callWebhooks, outgoingWebhooks, webhookCounter } from './due.ts'
import { routes } from './routes.ts'

const hookHandlers: readonly HookHandler[] = [
  messageSent.handledBy(callWebhooks),
  interactiveAnswered.handledBy(callForAnswer),
]

/** Outgoing webhooks, and the log of deliveries that incoming webhooks fill too. */
export const outgoingWebhooksFeature: Feature = {
  name: 'outgoing-webhooks',
  api: [deliveriesApi, api],
  routes: [...deliveryRoutes, ...routes],
  hookHandlers,
  due: [outgoingWebhooks],
  outcomes: [{ metric: webhookCounter, help: 'Calls of outgoing webhooks: delivered, retried, or failed.' }],
}

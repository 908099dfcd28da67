import type { Feature, HookHandler } from '#platform/serve'
import { messageSent } from '../../messages/messages/actions/send.ts'
import { interactiveAnswered } from '../../messages/messages/hooks.ts'
import { commandsOfBots } from '../../messages/slash-commands/registry.ts'
import { userDeactivated } from '../../people/users/actions/index.ts'
import * as api from './api.ts'
import { removeCommands } from './commands/actions/change.ts'
import * as commandsApi from './commands/api.ts'
import { botCommandsCache } from './commands/cache.ts'
import { enterCommandOfMessage, expiredCalls } from './commands/due.ts'
import { routes as commandRoutes } from './commands/routes.ts'
import * as deliveriesApi from './deliveries/api.ts'
import { routes as deliveryRoutes } from './deliveries/routes.ts'
import { callForAnswer, callWebhooks, outgoingWebhooks, webhookCounter } from './due.ts'
import { routes } from './routes.ts'

const hookHandlers: readonly HookHandler[] = [
  messageSent.handledBy(callWebhooks),
  interactiveAnswered.handledBy(callForAnswer),
  messageSent.handledBy(enterCommandOfMessage),
  userDeactivated.handledBy((mutation, { id }) => removeCommands(mutation, id)),
  commandsOfBots.handledBy((org) => [...org.get(botCommandsCache).values()]),
]

/** Outgoing webhooks, and the log of deliveries that incoming webhooks fill too. */
export const outgoingWebhooksFeature: Feature = {
  name: 'outgoing-webhooks',
  api: [deliveriesApi, commandsApi, api],
  routes: [...deliveryRoutes, ...commandRoutes, ...routes],
  hookHandlers,
  caches: [botCommandsCache],
  due: [outgoingWebhooks, expiredCalls],
  outcomes: [{ metric: webhookCounter, help: 'Calls of outgoing webhooks: delivered, retried, or failed.' }],
}

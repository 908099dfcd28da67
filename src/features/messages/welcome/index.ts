import type { Feature, HookHandler } from '#platform/serve'
import { topicPolicyChosen } from '../../channels/user-topics/actions.ts'
import { userCreated } from '../../people/users/actions/create.ts'
import { messageSent } from '../messages/actions/send.ts'
import { reacted } from '../messages/hooks.ts'
import { beginTour, handleMessage, handlePolicy, handleReaction } from './actions.ts'
import * as api from './api.ts'
import { tourCache } from './cache.ts'
import { routes } from './routes.ts'

const hookHandlers: readonly HookHandler[] = [
  userCreated.handledBy((mutation, account) => beginTour(mutation, account)),
  messageSent.handledBy(handleMessage),
  reacted.handledBy((mutation, message) => handleReaction(mutation, mutation.viewer.id, message)),
  topicPolicyChosen.handledBy((mutation, _topic, policy) => handlePolicy(mutation, mutation.viewer.id, policy)),
]

/** The welcome bot guides new users, and answers questions from the help pages. */
export const welcomeFeature: Feature = { name: 'welcome', api: [api], routes, hookHandlers, caches: [tourCache] }

import type { Area, Tap } from '#platform/serve'
import { messageSent } from '../messages/actions/send.ts'
import { reacted } from '../messages/hooks.ts'
import { topicPolicyChosen } from '../user-topics/actions.ts'
import { userCreated } from '../users/actions/create.ts'
import { beginTour, hearMessage, hearPolicy, hearReaction } from './actions.ts'
import { tourMirror } from './mirror.ts'

const taps: readonly Tap[] = [
  userCreated.tap((act, account) => beginTour(act, account)),
  messageSent.tap(hearMessage),
  reacted.tap((act, message) => hearReaction(act, act.viewer.id, message)),
  topicPolicyChosen.tap((act, _topic, policy) => hearPolicy(act, act.viewer.id, policy)),
]

/** The welcome bot guides new users, and answers questions from the help pages. */
export const welcomeArea: Area = { name: 'welcome', taps, mirrors: [tourMirror] }

import { type Area, initials, type Tap } from '#platform/serve'
import { callServices } from '../organization-settings/questions.ts'
import { userDeactivated } from '../users/actions/index.ts'
import * as api from './api.ts'
import { bigBlueButtonPages } from './bigbluebutton-pages.ts'
import { constructorGroups } from './constructor-groups.ts'
import { presentTokens } from './present.ts'
import { callServicesOf, meetingProvider } from './provider.ts'
import { connectingPages } from './provider-pages.ts'
import { routes } from './routes.ts'
import * as store from './store.ts'

const taps: readonly Tap[] = [
  callServices.tap(callServicesOf),
  userDeactivated.tap(async ({ tx }, { id }) => void (await store.remove(tx, id))),
]

export const videoCallsArea: Area = {
  name: 'video-calls',
  taps,
  api: [api],
  checkConfig: (config) => [meetingProvider(config), constructorGroups(config)],
  pages: [...connectingPages, ...bigBlueButtonPages],
  routes,
  state: [initials(api.tokenStates, (tx, viewer, { server }) => presentTokens(tx, viewer, server))],
}

import { type Feature, type HookHandler, initials } from '#platform/serve'
import { callServices } from '../../people/organization-settings/call-services.ts'
import { userDeactivated } from '../../people/users/actions/index.ts'
import * as api from './api.ts'
import { bigBlueButtonPages } from './bigbluebutton-pages.ts'
import { constructorGroups } from './constructor-groups.ts'
import { callServicesOf, meetingProvider } from './provider.ts'
import { connectingPages } from './provider-pages.ts'
import { routes } from './routes.ts'
import { serializeTokens } from './serialize.ts'
import * as store from './store.ts'

const hookHandlers: readonly HookHandler[] = [
  callServices.handledBy(callServicesOf),
  userDeactivated.handledBy(async ({ tx }, { id }) => void (await store.remove(tx, id))),
]

export const videoCallsFeature: Feature = {
  name: 'video-calls',
  hookHandlers,
  api: [api],
  checkConfig: (config) => [meetingProvider(config), constructorGroups(config)],
  pages: [...connectingPages, ...bigBlueButtonPages],
  routes,
  state: [initials(api.tokenStates, (tx, viewer, { server }) => serializeTokens(tx, viewer, server))],
}

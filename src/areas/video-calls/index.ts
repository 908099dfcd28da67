import { meetingProvider } from '#platform/config'
import { type Area, initials, type Tap } from '#platform/serve'
import { userDeactivated } from '../users/actions/index.ts'
import * as api from './api.ts'
import { bigBlueButtonPages } from './bigbluebutton-pages.ts'
import { connectingPages } from './provider-pages.ts'
import { routes } from './routes.ts'
import * as store from './store.ts'

const taps: readonly Tap[] = [userDeactivated.tap(async ({ tx }, { id }) => void (await store.remove(tx, id)))]

export const videoCallsArea: Area = {
  name: 'video-calls',
  taps,
  api: [api],
  pages: [...connectingPages, ...bigBlueButtonPages],
  routes,
  state: [
    initials(api.tokenStates, async (tx, viewer, { server }) => {
      const provider = meetingProvider(server.config)
      // perf: no statement where nobody can have one
      const value = provider !== undefined && (await store.has(tx, viewer.id))
      return {
        has_meetingprovider_token: value,
        has_zoom_token: value && provider.wireName === 'zoom',
        has_webex_token: value && provider.wireName === 'webex',
      }
    }),
  ],
}

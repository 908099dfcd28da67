import { meetingProvider } from '#platform/config'
import { type Area, initials, serve, type Tap } from '#platform/serve'
import { userDeactivated } from '../users/actions/index.ts'
import { createMeeting } from './actions/create-meeting.ts'
import { createRoom } from './actions/create-nextcloud-room.ts'
import { dropTokens } from './actions/tokens.ts'
import * as api from './api.ts'
import { createCall } from './bigbluebutton-call.ts'
import { bigBlueButtonPages } from './bigbluebutton-pages.ts'
import { connectAddress, connectingPages } from './provider-pages.ts'
import * as store from './store.ts'

const taps: readonly Tap[] = [userDeactivated.tap(async ({ tx }, { id }) => void (await store.remove(tx, id)))]

export const videoCallsArea: Area = {
  name: 'video-calls',
  taps,
  api: [api],
  pages: [...connectingPages, ...bigBlueButtonPages],
  routes: [
    serve(api.createMeeting, async (ctx) => ({ url: await createMeeting(ctx, true) })),
    serve(api.createZoomMeeting, async (ctx, { is_video_call }) => ({ url: await createMeeting(ctx, is_video_call) })),
    serve(api.createWebexMeeting, async (ctx) => ({ url: await createMeeting(ctx, true) })),
    serve(api.connectMeetingProvider, (ctx) => ({ url: connectAddress(ctx) })),
    serve(api.disconnectMeetingProvider, async (ctx) => {
      await ctx.write((act) => dropTokens(act, act.viewer.id, ctx.server.config))
      return {}
    }),
    serve(api.createBigBlueButtonCall, async (ctx, { meeting_name, voice_only }) => ({
      url: await createCall(ctx, meeting_name, voice_only),
    })),
    serve(api.createNextcloudTalkRoom, async ({ server }, { room_name }) => ({
      url: await createRoom(server, room_name),
    })),
  ],
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

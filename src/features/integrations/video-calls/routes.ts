import { type Route, serve } from '#platform/serve'
import { createCall } from './actions/create-bigbluebutton-call.ts'
import { createConstructorRoom } from './actions/create-constructor-room.ts'
import { createMeeting } from './actions/create-meeting.ts'
import { createNextcloudRoom } from './actions/create-nextcloud-room.ts'
import { dropTokens } from './actions/tokens.ts'
import * as api from './api.ts'
import { connectAddress } from './provider-pages.ts'

export const routes: readonly Route[] = [
  serve(api.createMeeting, async (ctx) => ({ url: await createMeeting(ctx, true) })),
  serve(api.createZoomMeeting, async (ctx, { is_video_call }) => ({ url: await createMeeting(ctx, is_video_call) })),
  serve(api.createWebexMeeting, async (ctx) => ({ url: await createMeeting(ctx, true) })),
  serve(api.connectMeetingProvider, (ctx) => ({ url: connectAddress(ctx) })),
  serve(api.disconnectMeetingProvider, async (ctx) => {
    await ctx.transact((mutation) => dropTokens(mutation, mutation.viewer.id, ctx.server.config))
    return {}
  }),
  serve(api.createBigBlueButtonCall, async (ctx, { meeting_name, voice_only }) => ({
    url: await createCall(ctx, meeting_name, voice_only),
  })),
  serve(api.createNextcloudTalkRoom, async ({ server }, { room_name }) => ({
    url: await createNextcloudRoom(server, room_name),
  })),
  serve(api.createConstructorGroupsRoom, async (ctx) => ({ url: await createConstructorRoom(ctx) })),
]

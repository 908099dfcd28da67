import { apiError, bool, endpoint, event, states, text, z } from '#contract'

export const noProvider = apiError(400, 'BAD_REQUEST', 'No meeting service is configured on this server')
/** compat: by this code clients know that the person has to connect, whatever the service is called. */
export const notConnected = apiError(400, 'INVALID_ZOOM_TOKEN', 'Connect your {provider} account first')
export const providerFailed = apiError(400, 'BAD_REQUEST', "Couldn't create the meeting: {reason}")

const errors = [noProvider, notConnected, providerFailed]
const result = { url: z.string() }

/** Whatever service the server is configured for. */
export const createMeeting = endpoint('POST /calls/meetingprovider/create', {
  summary: 'Make a meeting; answers its address',
  result,
  errors,
})

/** compat: what the same endpoint is called in the public API, for each service. */
export const createZoomMeeting = endpoint('POST /calls/zoom/create', {
  summary: 'The same, by the name that clients know',
  params: { is_video_call: bool.default(true) },
  result,
  errors,
})
export const createWebexMeeting = endpoint('POST /calls/webex/create', {
  summary: 'The same, by the name that clients know',
  result,
  errors,
})

export const connectMeetingProvider = endpoint('POST /calls/meetingprovider/register', {
  summary: 'Get an address to open in a browser, within ten minutes, to connect with the service of meetings',
  scope: 'never',
  caller: 'human',
  result,
  errors: [noProvider],
})

export const disconnectMeetingProvider = endpoint('DELETE /calls/meetingprovider/register', {
  summary: 'Forget what allows this server to make meetings for the caller',
  scope: 'never',
})

export const noBigBlueButton = apiError(400, 'BAD_REQUEST', 'This server is not configured for BigBlueButton')

export const createBigBlueButtonCall = endpoint('GET /calls/bigbluebutton/create', {
  summary: 'Make the address of a BigBlueButton call, which begins when somebody opens it',
  scope: 'write',
  params: { meeting_name: text({ trim: true, min: 1, max: 200 }), voice_only: bool.default(false) },
  result,
  errors: [noBigBlueButton],
})

export const noNextcloudTalk = apiError(400, 'BAD_REQUEST', 'This server is not configured for Nextcloud Talk')

export const createNextcloudTalkRoom = endpoint('POST /calls/nextcloud_talk/create', {
  summary: 'Make a conversation in Nextcloud Talk, which whoever has its address can join',
  params: { room_name: text({ trim: true, min: 1, max: 255 }) },
  result,
  errors: [noNextcloudTalk, providerFailed],
})

export const noConstructorGroups = apiError(400, 'BAD_REQUEST', 'This server is not configured for Constructor Groups')

export const createConstructorGroupsRoom = endpoint('POST /calls/constructorgroups/create', {
  summary: 'Make a room in Constructor Groups; answers its address',
  result,
  errors: [noConstructorGroups, providerFailed],
})

const value = { value: bool }
/** Whether the person is connected with the service of meetings. */
export const tokenChanged = event('has_meetingprovider_token', null, value)
/** compat: the same by the names that clients know. */
export const zoomTokenChanged = event('has_zoom_token', null, value)
export const webexTokenChanged = event('has_webex_token', null, value)

export const tokenStates = states('video_calls', {
  has_meetingprovider_token: bool,
  has_zoom_token: bool,
  has_webex_token: bool,
})
  .on(tokenChanged, (all, { value }) => ({ ...all, has_meetingprovider_token: value }))
  .on(zoomTokenChanged, (all, { value }) => ({ ...all, has_zoom_token: value }))
  .on(webexTokenChanged, (all, { value }) => ({ ...all, has_webex_token: value }))

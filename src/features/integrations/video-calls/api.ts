import { apiError, bool, endpoint, event, states, text, z } from '#contract'

export const noProvider = apiError(400, 'BAD_REQUEST', 'No meeting service is configured on this server')
/** compat: by this code clients know that the person has to connect, whatever the service is called. */
export const notConnected = apiError(400, 'INVALID_ZOOM_TOKEN', 'Connect your {provider} account first')
export const providerFailed = apiError(400, 'BAD_REQUEST', "Couldn't create the meeting: {reason}")

const errors = [noProvider, notConnected, providerFailed]
const result = { url: z.string() }

/** Works with any configured service. */
export const createMeeting = endpoint('POST /calls/meetingprovider/create', {
  summary: 'Create a meeting and get its URL',
  result,
  errors,
})

/** compat: what the same endpoint is called in the public API, for each service. */
export const createZoomMeeting = endpoint('POST /calls/zoom/create', {
  summary: 'Create a Zoom meeting and get its URL',
  params: { is_video_call: bool.default(true) },
  result,
  errors,
})
export const createWebexMeeting = endpoint('POST /calls/webex/create', {
  summary: 'Create a Webex meeting and get its URL',
  result,
  errors,
})

export const connectMeetingProvider = endpoint('POST /calls/meetingprovider/register', {
  summary: 'Get a URL for connecting the meeting service, valid for ten minutes',
  scope: 'never',
  caller: 'human',
  result,
  errors: [noProvider],
})

export const disconnectMeetingProvider = endpoint('DELETE /calls/meetingprovider/register', {
  summary: 'Disconnect the meeting service',
  scope: 'never',
})

export const noBigBlueButton = apiError(400, 'BAD_REQUEST', 'This server is not configured for BigBlueButton')

export const createBigBlueButtonCall = endpoint('GET /calls/bigbluebutton/create', {
  summary: 'Create a BigBlueButton call',
  scope: 'write',
  params: { meeting_name: text({ trim: true, min: 1, max: 200 }), voice_only: bool.default(false) },
  result,
  errors: [noBigBlueButton],
})

export const noNextcloudTalk = apiError(400, 'BAD_REQUEST', 'This server is not configured for Nextcloud Talk')

export const createNextcloudTalkRoom = endpoint('POST /calls/nextcloud_talk/create', {
  summary: 'Create a Nextcloud Talk call',
  params: { room_name: text({ trim: true, min: 1, max: 255 }) },
  result,
  errors: [noNextcloudTalk, providerFailed],
})

export const noConstructorGroups = apiError(400, 'BAD_REQUEST', 'This server is not configured for Constructor Groups')

export const createConstructorGroupsRoom = endpoint('POST /calls/constructorgroups/create', {
  summary: 'Create a Constructor Groups room and get its URL',
  result,
  errors: [noConstructorGroups, providerFailed],
})

const value = { value: bool }
/** Whether the user is connected to the meeting provider. */
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

import {
  apiError,
  bool,
  ChannelIdOut,
  endpoint,
  event,
  int,
  list,
  MessageIdOut,
  maxLookupLength,
  maxRecipients,
  state,
  text,
  UserIdOut,
  UserIds,
  z,
} from '#contract'
import { maxWrittenTopicLength } from '../../channels/channels/limits.ts'
import {
  cannotPost,
  cannotSendDirectly,
  cannotStartDirectly,
  cannotStartTopic,
} from '../../messages/messages/api/send.ts'
import { cannotHold } from '../../messages/messages/held-messages/errors.ts'
import { ruleErrors } from '../../messages/messages/moderation-rules/errors.ts'
import { newcomerErrors } from '../../messages/messages/newcomer-limits/errors.ts'
import { slowMode } from '../../messages/messages/slow-mode/errors.ts'
import { lockedErrors } from '../../messages/messages/topic-locks/errors.ts'
import { restrictedErrors } from '../../people/restrictions/errors.ts'
import { maxSignalLength, maxSignalsAtOnce, sessionIdLength } from './limits.ts'

export const cannotStartCalls = apiError(400, 'BAD_REQUEST', "You don't have permission to start calls")
export const callEnded = apiError(404, 'CALL_ENDED', 'This call has ended')
export const callFull = apiError(400, 'CALL_FULL', 'This call is full (limit: {limit} people)')
export const sessionGone = apiError(404, 'CALL_SESSION_GONE', "You're not in this call anymore")
export const tooManyCalls = apiError(400, 'BAD_REQUEST', 'There are too many calls at the moment (limit: {limit})')
export const tooManyCameras = apiError(400, 'CALL_CAMERAS_FULL', 'Up to {limit} people can turn on their cameras')
export const screenShared = apiError(400, 'CALL_SCREEN_TAKEN', 'Someone else is already sharing their screen')
export const cannotModerateCall = apiError(
  400,
  'BAD_REQUEST',
  'Only the person who started the call and moderators can do this',
)
export const cannotRing = apiError(400, 'BAD_REQUEST', "You can't ring this person here")
export const rangOften = apiError(
  400,
  'CALL_RING_LIMIT',
  "You've called {count} times in {minutes} minutes. You can call again in {seconds} seconds",
)
export const noRelay = apiError(
  400,
  'NO_RELAY',
  'Your settings hide your network address in calls, but this server has no relay for that',
)

/** Created by the client for each tab, and kept while the tab reloads. */
const session_id = text({ min: sessionIdLength, max: sessionIdLength }).regex(/^[\w-]+$/, 'has invalid characters')
const call_id = z.int().nonnegative()

const Session = z.object({
  session_id: z.string(),
  user_id: UserIdOut,
  /** UNIX seconds. */
  joined_at: int,
  audio: bool,
  video: bool,
  screen: bool,
  /** UNIX seconds; null for a hand that's not raised. */
  hand_at: int.nullable(),
})
export type Session = z.infer<typeof Session>
export type SessionOut = z.input<typeof Session>

const intent = z.enum(['voice', 'video'])

export const Call = z.object({
  call_id: int,
  type: z.enum(['channel', 'direct']),
  channel_id: ChannelIdOut.optional(),
  topic: z.string().optional(),
  /** All people of a direct conversation, ascending. */
  user_ids: z.array(UserIdOut).optional(),
  message_id: MessageIdOut,
  intent,
  /** How media is sent: directly between browsers, or through a LiveKit server. */
  transport: z.enum(['mesh', 'livekit']),
  started_by: UserIdOut,
  started_at: int,
  /** Ordered by the time they joined. */
  sessions: z.array(Session),
  ringing: z.array(z.object({ user_id: UserIdOut, until: int })),
})
export type Call = z.infer<typeof Call>
/** As the server makes it. */
export type CallOut = z.input<typeof Call>

/** As in the configuration of an `RTCPeerConnection`. */
const IceServer = z.object({
  urls: z.array(z.string()),
  username: z.string().optional(),
  credential: z.string().optional(),
})
export type IceServer = z.infer<typeof IceServer>

const connection = {
  ice_servers: z.array(IceServer),
  /** UNIX seconds; null if there are no credentials. */
  ice_expires_at: int.nullable(),
  /** Whether media must use a relay, which hides people's network addresses from each other. */
  relay_only: bool,
}

const joined = {
  call: Call,
  ...connection,
  max_cameras: int,
  /** Only with the transport `livekit`. The token is valid for ten seconds; join again for a new one. */
  livekit: z.object({ url: z.string(), token: z.string() }).optional(),
}

/** The calls that the user can see: in subscribed channels, and in direct conversations. */
export const getCalls = endpoint('GET /calls', {
  summary: 'Get ongoing calls',
  result: { calls: z.array(Call) },
})

/** Includes calls that have ended. */
export const getCall = endpoint('GET /calls/{call_id}', {
  summary: 'Get a call',
  params: { call_id },
  result: {
    call: Call,
    ended_at: int.nullable(),
    /** People who took part, ascending. */
    participant_ids: z.array(UserIdOut),
    missed_by_ids: z.array(UserIdOut),
  },
  errors: [callEnded],
})

/** Starts a call, or joins the conversation's ongoing call. */
export const startCall = endpoint('POST /calls', {
  summary: 'Start a call in a topic or a direct conversation',
  caller: 'human',
  params: {
    type: z.enum(['direct', 'channel', 'stream', 'private']),
    to: z.union([list(int, { max: maxRecipients }), int, text({ max: maxLookupLength })]),
    topic: text({ max: maxWrittenTopicLength }).optional(),
    session_id,
    intent: intent.default('voice'),
    /** Whether to ring the other people of a direct conversation. */
    ring: bool.default(true),
    audio: bool.default(true),
    video: bool.default(false),
  },
  result: { ...joined, already_live: bool },
  errors: [
    ...restrictedErrors,
    slowMode,
    ...lockedErrors,
    ...newcomerErrors,
    ...ruleErrors,
    cannotHold,
    cannotStartCalls,
    noRelay,
    rangOften,
    tooManyCalls,
    callFull,
    tooManyCameras,
    cannotPost,
    cannotSendDirectly,
    cannotStartDirectly,
    cannotStartTopic,
  ],
})

/** Joining with the same session again keeps its place. Joining elsewhere leaves the person's other call. */
export const joinCall = endpoint('POST /calls/{call_id}/join', {
  summary: 'Join a call',
  caller: 'human',
  params: { call_id, session_id, audio: bool.default(true), video: bool.default(false) },
  result: joined,
  errors: [...restrictedErrors, noRelay, callEnded, callFull, tooManyCameras, cannotPost, cannotSendDirectly],
})

/** Call it every ten seconds while in a call: sessions without a report for half a minute end. */
export const reportAlive = endpoint('POST /calls/{call_id}/alive', {
  summary: 'Report that you are still in a call',
  caller: 'human',
  params: { call_id, session_id, renew_ice: bool.default(false) },
  result: {
    /** As when joining; it changes during a call when the person changes their setting. */
    relay_only: bool,
    /** With `renew_ice`. */
    ice_servers: z.array(IceServer).optional(),
    ice_expires_at: int.nullable().optional(),
  },
  errors: [sessionGone],
})

export const updateSession = endpoint('PATCH /calls/{call_id}/sessions/{session_id}', {
  summary: 'Turn your microphone, camera, or screen sharing on or off, or raise your hand',
  caller: 'human',
  params: {
    call_id,
    session_id,
    audio: bool.optional(),
    video: bool.optional(),
    screen: bool.optional(),
    hand: bool.optional(),
  },
  errors: [sessionGone, tooManyCameras, screenShared],
})

/** One's own, or as a moderator someone else's. */
export const leaveCall = endpoint('DELETE /calls/{call_id}/sessions/{session_id}', {
  summary: 'Leave a call, or remove a person from it',
  caller: 'human',
  params: {
    call_id,
    session_id,
    /** The page is closing: if it comes back within a few seconds, it keeps its place. */
    closing: bool.default(false),
  },
  errors: [sessionGone, cannotModerateCall],
})

/** A request that the person's client follows. */
export const muteSession = endpoint('POST /calls/{call_id}/sessions/{session_id}/mute', {
  summary: 'Mute a person in a call',
  caller: 'human',
  params: { call_id, session_id },
  errors: [sessionGone, cannotModerateCall],
})

/**
 * `data` is what the browsers tell each other to connect; it's never stored. For people whose calls are relayed, the
 * server removes their own addresses.
 */
export const sendSignals = endpoint('POST /calls/{call_id}/signal', {
  summary: 'Send connection data to other people in a call',
  caller: 'human',
  params: {
    call_id,
    session_id,
    signals: list(z.object({ to: session_id, data: text({ max: maxSignalLength }) }), { max: maxSignalsAtOnce }),
  },
  errors: [sessionGone],
})

export const ringPeople = endpoint('POST /calls/{call_id}/ring', {
  summary: 'Ring people for a call',
  caller: 'human',
  params: { call_id, user_ids: UserIds },
  errors: [...restrictedErrors, sessionGone, cannotRing, rangOften, cannotPost, cannotSendDirectly],
})

export const declineCall = endpoint('POST /calls/{call_id}/decline', {
  summary: 'Decline a call that rings',
  caller: 'human',
  params: { call_id },
  errors: [callEnded],
})

export const endCall = endpoint('POST /calls/{call_id}/end', {
  summary: 'End a call for everyone',
  caller: 'human',
  params: { call_id },
  errors: [callEnded, cannotModerateCall],
})

export const callStarted = event('call', 'add', { call: Call })
export const callMoved = event('call', 'update', { call_id: int, channel_id: ChannelIdOut, topic: z.string() })
export const callRemoved = event('call', 'remove', {
  call_id: int,
  ended_at: int,
  duration_seconds: int,
  /** People who took part, ascending. */
  user_ids: z.array(UserIdOut),
})
/** The user can't see the call anymore. */
export const callHidden = event('call', 'hide', { call_id: int })

export const sessionAdded = event('call_session', 'add', { call_id: int, session: Session })
export const sessionUpdated = event('call_session', 'update', { call_id: int, session: Session })
export const leaveReasons = ['left', 'lost', 'moved', 'removed', 'ended'] as const
/** `by`: the person who removed someone else. */
export const sessionRemoved = event('call_session', 'remove', {
  call_id: int,
  session_id: z.string(),
  user_id: UserIdOut,
  reason: z.enum(leaveReasons),
  by: UserIdOut.nullable(),
})

export const ringStarted = event('call_ring', 'start', { call_id: int, user_id: UserIdOut, until: int })
export const ringOutcomes = ['joined', 'declined', 'canceled', 'missed'] as const
export const ringStopped = event('call_ring', 'stop', {
  call_id: int,
  user_id: UserIdOut,
  reason: z.enum(ringOutcomes),
})

/** Never stored. */
export const muteRequested = event('call_mute', null, { call_id: int, session_id: z.string(), by: UserIdOut })
/** Never stored. `from` and `to` are session IDs. */
export const signalReceived = event('call_signal', null, {
  call_id: int,
  from: z.string(),
  to: z.string(),
  data: z.string(),
})

const changed = (calls: readonly Call[], id: number, change: (call: Call) => Call): Call[] =>
  calls.map((call) => (call.call_id === id ? change(call) : call))
const without = (calls: readonly Call[], id: number): Call[] => calls.filter(({ call_id }) => call_id !== id)
const placed = (sessions: readonly Session[], session: Session): Session[] =>
  [...sessions.filter(({ session_id }) => session_id !== session.session_id), session].sort(bySession)

/** The order of sessions in a call. */
export const bySession = (a: Session, b: Session): number =>
  a.joined_at - b.joined_at || (a.session_id < b.session_id ? -1 : 1)

/** Ascending. Only for clients with the capability `calls`. */
export const calls = state('calls', z.array(Call), 'call')
  .on(callStarted, (list, { call }) => [...without(list, call.call_id), call].sort((a, b) => a.call_id - b.call_id))
  .on(callMoved, (list, { call_id, channel_id, topic }) =>
    changed(list, call_id, (call) => ({ ...call, channel_id, topic })),
  )
  .on(callRemoved, (list, { call_id }) => without(list, call_id))
  .on(callHidden, (list, { call_id }) => without(list, call_id))
  .on(sessionAdded, (list, { call_id, session }) =>
    changed(list, call_id, (call) => ({ ...call, sessions: placed(call.sessions, session) })),
  )
  .on(sessionUpdated, (list, { call_id, session }) =>
    changed(list, call_id, (call) => ({ ...call, sessions: placed(call.sessions, session) })),
  )
  .on(sessionRemoved, (list, { call_id, session_id }) =>
    changed(list, call_id, (call) => ({
      ...call,
      sessions: call.sessions.filter((one) => one.session_id !== session_id),
    })),
  )
  .on(ringStarted, (list, { call_id, user_id, until }) =>
    changed(list, call_id, (call) => ({
      ...call,
      ringing: [...call.ringing.filter((one) => one.user_id !== user_id), { user_id, until }].sort(
        (a, b) => a.user_id - b.user_id,
      ),
    })),
  )
  .on(ringStopped, (list, { call_id, user_id }) =>
    changed(list, call_id, (call) => ({ ...call, ringing: call.ringing.filter((one) => one.user_id !== user_id) })),
  )

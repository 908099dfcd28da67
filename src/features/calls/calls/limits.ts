/** In a call whose browsers send to each other directly; each sends to every other one. */
export const maxPeople = 8
export const maxCameras = 4
export const maxScreens = 1
/** What `--livekit-max-participants` can allow. */
export const maxLiveKitPeople = 500
/** Live calls in an organization. */
export const maxLiveCalls = 20
/** Larger direct conversations don't ring. */
export const maxRinging = 10
export const ringSecs = 45
/** A session without a report for this long has ended. */
export const leaseSecs = 30
/** How often a client reports; two reports can be lost. */
export const reportSecs = 10
/**
 * A session that left the LiveKit room ends after this long without a report. That's enough for the next report, and for
 * another process to save it.
 */
export const leftSecs = 20
/** How long a page that's closing can take to come back: a reload keeps its place. */
export const reloadSecs = 8
/** After the server starts, clients may take a while to reconnect. */
export const restartLeaseSecs = 45
/** How long credentials for TURN servers are valid; clients renew them after half of this. */
export const credentialSecs = 6 * 60 * 60
export const maxStarts = { count: 10, minutes: 10 }
export const maxRings = { count: 60, minutes: 60 }
/** How often a person can ring in one conversation. */
export const maxRingsInConversation = { count: 3, minutes: 5 }
export const maxSignals = { signals: 200, seconds: 10 }
/** Per request. */
export const maxSignalsAtOnce = 64
export const maxSignalLength = 16_000
/** Characters in a session ID, which the client creates. */
export const sessionIdLength = 22

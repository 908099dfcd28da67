export const maxCommandsPerBot = 10
/** How often each person can enter bots' commands in an hour. */
export const maxCallsPerHour = 120
/** Delayed responses to a command. */
export const maxDelayedResponses = 5
export const responseMinutes = 30
/** JSON of a delayed response, in characters. */
export const maxResponseLength = 64 * 1_024

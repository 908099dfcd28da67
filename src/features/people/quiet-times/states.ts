import { event, state } from '#contract'
import { QuietDigest, QuietTime } from './wire.ts'

export const nothingQuiet: QuietTime = { paused_until: null, ended_until: null, hours: [] }

export const quietTimeChanged = event('quiet_time', null, { quiet_time: QuietTime })
export const quietDigestChanged = event('quiet_digest', null, { quiet_digest: QuietDigest.nullable() })

export const quietTimeState = state('quiet_time', QuietTime).on(quietTimeChanged, (_before, event) => event.quiet_time)
/** Null if there is none. */
export const quietDigestState = state('quiet_digest', QuietDigest.nullable()).on(
  quietDigestChanged,
  (_before, event) => event.quiet_digest,
)

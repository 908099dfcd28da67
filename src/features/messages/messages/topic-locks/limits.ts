import { dayMs } from '#contract'

export const minLockSecs = 60
export const maxLockSecs = (366 * dayMs) / 1_000
export const maxLockReasonLength = 500

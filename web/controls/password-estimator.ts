import type { PasswordEstimator } from '#contract'
import { below } from '../transport/place.ts'

let estimator: Promise<PasswordEstimator> | undefined

/** Loads the password strength checker. After a failure, the next call tries again. */
export function passwordEstimator(): Promise<PasswordEstimator> {
  estimator ??= import(/* @vite-ignore */ below('/static/password-strength.js')).catch((error: unknown) => {
    estimator = undefined
    throw error
  })
  return estimator as Promise<PasswordEstimator>
}

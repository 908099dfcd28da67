import type { PasswordEstimator } from '#contract'
import { below } from '../transport/place.ts'

let judge: Promise<PasswordEstimator> | undefined

/** Loads the password strength checker. After a failure, the next call tries again. */
export function passwordEstimator(): Promise<PasswordEstimator> {
  judge ??= import(/* @vite-ignore */ below('/static/password-strength.js')).catch((error: unknown) => {
    judge = undefined
    throw error
  })
  return judge as Promise<PasswordEstimator>
}

import type { PasswordEstimator } from '#contract'
import { below } from '../transport/place.ts'

let judge: Promise<PasswordEstimator> | undefined

/** Loads what judges passwords, with its list of common ones; the next call tries again where that fails. */
export function passwordEstimator(): Promise<PasswordEstimator> {
  judge ??= import(/* @vite-ignore */ below('/static/password-strength.js')).catch((error: unknown) => {
    judge = undefined
    throw error
  })
  return judge as Promise<PasswordEstimator>
}

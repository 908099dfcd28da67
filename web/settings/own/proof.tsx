import { useSignal } from '@preact/signals'
import { ApiError } from '#contract'
import { signInAgain } from '../../../src/features/sign-in/second-factors/api.ts'
import { secondFactor as t } from '../../texts/second-factor.ts'
import { CodeField } from './second-step.tsx'

/** Asks the user to confirm their identity, if the server requires it because they didn't sign in just now. */
export function useProof(isOn: boolean) {
  const isLinked = useSignal(false)
  const given = useSignal('')
  const prove = async <T,>(call: (proof: { password?: string; code?: string }) => Promise<T>): Promise<T> => {
    const proof = isOn ? { code: given.value.trim() } : { password: given.value }
    try {
      return await call(isLinked.value ? proof : {})
    } catch (refusal) {
      if (refusal instanceof ApiError && refusal.code === signInAgain.code) isLinked.value = true
      throw refusal
    }
  }
  const password = (
    <label class="field">
      <span class="label">{t.password}</span>
      <input
        type="password"
        autocomplete="current-password"
        value={given.value}
        onInput={({ currentTarget }) => (given.value = currentTarget.value)}
      />
      <span class="soft small">{t.orSignIn}</span>
    </label>
  )
  const field = isOn ? <CodeField code={given} /> : password
  return { prove, field: isLinked.value ? field : null }
}

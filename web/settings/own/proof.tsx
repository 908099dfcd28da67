import { useSignal } from '@preact/signals'
import { ApiError } from '#contract'
import { signInAgain } from '../../../src/features/sign-in/second-factors/api.ts'
import { secondFactor as t } from '../../texts/second-factor.ts'
import { CodeField } from './second-step.tsx'

/** What shows who one is, where the server asks for it because one has not signed in just now. */
export function useProof(isOn: boolean) {
  const isAsked = useSignal(false)
  const given = useSignal('')
  const prove = async <T,>(call: (proof: { password?: string; code?: string }) => Promise<T>): Promise<T> => {
    const proof = isOn ? { code: given.value.trim() } : { password: given.value }
    try {
      return await call(isAsked.value ? proof : {})
    } catch (refusal) {
      if (refusal instanceof ApiError && refusal.code === signInAgain.code) isAsked.value = true
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
  return { prove, field: isAsked.value ? field : null }
}

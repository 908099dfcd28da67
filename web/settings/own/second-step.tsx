import { type Signal, useSignal } from '@preact/signals'
import { ApiError } from '#contract'
import { fetchApiKey } from '../../../src/features/people/users/key-api.ts'
import { secondFactorNeeded } from '../../../src/features/people/users/sign-in-errors.ts'
import { secondFactor as t } from '../../texts/second-factor.ts'
import { api } from '../../transport/api.ts'

interface CodeFieldProps {
  readonly code: Signal<string>
  readonly isOfApp?: boolean
}

export const CodeField = ({ code, isOfApp = false }: CodeFieldProps) => (
  <label class="field">
    <span class="label">{isOfApp ? t.firstCode : t.code}</span>
    <input
      type="text"
      autocomplete="one-time-code"
      autocapitalize="none"
      spellcheck={false}
      maxLength={50}
      value={code.value}
      onInput={({ currentTarget }) => (code.value = currentTarget.value)}
    />
    {!isOfApp && <span class="soft small">{t.orRecovery}</span>}
  </label>
)

/** Asks for a two-factor code besides the password, once the server requires it. */
export function useSecondStep() {
  const isLinked = useSignal(false)
  const code = useSignal('')
  const keyFor = async (username: string, password: string): Promise<string> => {
    const more = isLinked.value ? { second_factor_code: code.value.trim() } : {}
    try {
      return (await api.call(fetchApiKey, { username, password, ...more })).api_key
    } catch (refusal) {
      if (refusal instanceof ApiError && refusal.code === secondFactorNeeded.code) isLinked.value = true
      throw refusal
    }
  }
  return { keyFor, field: isLinked.value ? <CodeField code={code} /> : null }
}

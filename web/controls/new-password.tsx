import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { PasswordStrength } from '#contract'
import { part } from '../store/connection.ts'
import { passwords } from '../texts/passwords.ts'
import './new-password.css'
import { useUniqueId } from '../parts/unique-id.ts'
import { passwordEstimator } from './password-estimator.ts'

const t = passwords
const shortest = part<number>('password_min_length')
const longest = part<number>('password_max_length')
const minGuesses = part<number>('password_min_guesses')
const organizationName = part<string>('realm_name')

/** Wait for a pause in typing. */
const pauseMs = 100

export const isLongEnough = (password: string): boolean => password.length >= (shortest.value ?? 8)

interface Props {
  readonly label: string
  readonly value: string
  readonly input: (value: string) => void
  readonly names: readonly string[]
}

const textOf = ({ problem, level }: PasswordStrength): string =>
  problem ? t[problem] : level === 3 ? t.strong : level === 2 ? t.good : t.fair

/** A field for a new password with a strength meter. Without the meter's code, only the server checks it. */
export function NewPassword({ label, value, input, names }: Props) {
  const id = useUniqueId()
  const strength = useSignal<PasswordStrength | undefined>(undefined)
  const known = [organizationName.value ?? '', ...names].join('\n')
  useEffect(() => {
    if (!isLongEnough(value)) {
      strength.value = undefined
      return
    }
    let isCurrent = true
    const clock = setTimeout(async () => {
      const estimator = await passwordEstimator().catch(() => undefined)
      if (isCurrent) strength.value = estimator?.strengthOf(value, known.split('\n'), minGuesses.value ?? 10_000)
    }, pauseMs)
    return () => {
      isCurrent = false
      clearTimeout(clock)
    }
  }, [value, known, strength])
  return (
    <div class="new-password">
      <label class="field">
        <span class="label">{label}</span>
        <input
          type="password"
          autocomplete="new-password"
          required
          maxLength={longest.value ?? 100}
          aria-describedby={id}
          value={value}
          onFocus={() => void passwordEstimator().catch(() => undefined)}
          onInput={({ currentTarget }) => input(currentTarget.value)}
        />
      </label>
      {strength.value && <span class="strength" data-level={strength.value.level} />}
      <p class="soft small" id={id} role="status">
        {strength.value ? textOf(strength.value) : t.length(shortest.value ?? 8)}
      </p>
    </div>
  )
}

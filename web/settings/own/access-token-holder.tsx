import { type Signal, useSignal } from '@preact/signals'
import { asUserId, type UserId } from '#contract'
import { ownId, people } from '../../store/people.ts'
import { accessTokens as t } from '../../texts/access-tokens.ts'
import { nameOrder } from '../../texts/locale.ts'

/** Undefined for the user's own tokens. */
export const useHolder = (): Signal<UserId | undefined> => useSignal<UserId | undefined>(undefined)

export function TokenHolder({ chosen }: { chosen: Signal<UserId | undefined> }) {
  const bots = [...people.value.values()]
    .filter((one) => one.is_bot && one.is_active && one.bot_owner_id === ownId.value)
    .sort((a, b) => nameOrder.compare(a.full_name, b.full_name))
  if (bots.length === 0) return null
  return (
    <label class="field token-holder">
      <span class="label">{t.whose}</span>
      <select
        value={chosen.value ?? ''}
        onChange={({ currentTarget: { value } }) => (chosen.value = value === '' ? undefined : asUserId(Number(value)))}
      >
        <option value="">{t.mine}</option>
        {bots.map(({ user_id, full_name }) => (
          <option key={user_id} value={user_id}>
            {full_name}
          </option>
        ))}
      </select>
    </label>
  )
}

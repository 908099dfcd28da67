import './second-factor.css'
import { getSecondFactor, type SecondFactor } from '../../../src/features/sign-in/second-factors/api.ts'
import { Refusal } from '../../controls/actions.tsx'
import { dayOf } from '../../controls/day.ts'
import { useLoaded } from '../../controls/loaded.ts'
import { Loading } from '../../controls/loading.tsx'
import { SettingGroup } from '../../controls/setting.tsx'
import { o } from '../../texts/own.ts'
import { secondFactor as t } from '../../texts/second-factor.ts'
import { api } from '../../transport/api.ts'
import { Passkeys } from './passkeys.tsx'
import { openRenewal, openSetup, openTurnOff } from './second-factor-dialogs.tsx'

export function SecondFactorPage() {
  const state = useLoaded(async () => (await api.call(getSecondFactor, {})).second_factor, {
    types: ['second_factor'],
  })
  return (
    <>
      <p class="lead">{t.lead}</p>
      <SettingGroup id="passkeys" title={t.passkeys.list} help={t.passkeys.what}>
        <Passkeys hasCodes={state.value?.is_on === true} />
      </SettingGroup>
      <SettingGroup id="codes" title={t.codes}>
        <Refusal text={state.problem} />
        {!state.value && !state.problem && <Loading problem={undefined} label={o.loading} />}
        {state.value && <Codes state={state.value} reload={state.reload} />}
      </SettingGroup>
    </>
  )
}

function Codes({ state, reload }: { state: SecondFactor; reload: () => Promise<void> }) {
  const { is_on, date_enabled, recovery_codes_left, is_required } = state
  const asked = { isOn: is_on, changed: reload }
  return (
    <div class="second-factor">
      <p role="status">
        {is_on ? t.isOnSince(dayOf(date_enabled ?? 0), recovery_codes_left) : t.isOff}
        {is_required && ` ${t.isRequired}`}
      </p>
      {is_on ? (
        <p class="setting-buttons">
          <button type="button" class="button" onClick={() => openRenewal(asked)}>
            {t.renew}
          </button>
          <button type="button" class="button" onClick={() => openSetup(asked)}>
            {t.otherApp}
          </button>
          {!is_required && (
            <button type="button" class="button quiet" onClick={() => openTurnOff(asked)}>
              {t.turnOff}
            </button>
          )}
        </p>
      ) : (
        <p class="setting-buttons">
          <button type="button" class="button primary" onClick={() => openSetup(asked)}>
            {t.setUp}
          </button>
        </p>
      )}
    </div>
  )
}

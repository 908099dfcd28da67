import './second-factor.css'
import { getSecondFactor } from '../../../src/areas/second-factors/api.ts'
import { enSecondFactor as t } from '../../texts/en-second-factor.ts'
import { o } from '../../texts/own.ts'
import { api } from '../../transport/api.ts'
import { dayOf } from '../controls/day.ts'
import { Refusal } from '../controls/deeds.tsx'
import { useLoaded } from '../controls/loaded.ts'
import { SettingGroup } from '../controls/setting.tsx'
import { openRenewal, openSetup, openTurnOff } from './second-factor-dialogs.tsx'

/** What one shows besides the password. */
export const SecondFactorPage = () => (
  <>
    <p class="lead">{t.lead}</p>
    <SettingGroup title={t.codes}>
      <Codes />
    </SettingGroup>
  </>
)

function Codes() {
  const state = useLoaded(async () => (await api.call(getSecondFactor, {})).second_factor, {
    types: ['second_factor'],
  })
  if (!state.value)
    return (
      <>
        <Refusal text={state.problem} />
        {!state.problem && (
          <p class="soft" role="status">
            {o.loading}
          </p>
        )}
      </>
    )
  const { is_on, date_enabled, recovery_codes_left, is_required } = state.value
  const asked = { isOn: is_on, changed: state.reload }
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

import { removeClientDevice } from '../../../src/features/notifications/push-devices/api.ts'
import type { Device } from '../../../src/features/notifications/push-devices/states.ts'
import { testEncrypted } from '../../../src/features/notifications/push-devices/test-api.ts'
import { getWebPush, unsubscribeWebPush } from '../../../src/features/notifications/push-devices/web-api.ts'
import { AddForm } from '../../controls/add-form.tsx'
import { dayOf } from '../../controls/day.ts'
import { ListOf } from '../../controls/list-of.tsx'
import { useLoaded } from '../../controls/loaded.ts'
import { Loading } from '../../controls/loading.tsx'
import { SettingGroup } from '../../controls/setting.tsx'
import { toast } from '../../parts/toast.ts'
import { part } from '../../store/connection.ts'
import { o } from '../../texts/own.ts'
import { ownPages } from '../../texts/own-pages.ts'
import { api } from '../../transport/api.ts'
import { Browsers } from './browsers.tsx'

const { sessions: t } = ownPages
const devices = part<Record<string, Device>>('devices')

export const Sessions = () => (
  <>
    <p class="lead">{t.lead}</p>
    <SettingGroup id="browsers" title={t.browsers}>
      <Browsers />
    </SettingGroup>
    <SettingGroup id="devices" title={t.devices}>
      <Devices />
    </SettingGroup>
    <SettingGroup id="push-browsers" title={t.pushBrowsers}>
      <PushBrowsers />
    </SettingGroup>
    <p class="lead">{t.apiNote}</p>
  </>
)

const stateOf = ({ push_token_id, pending_push_token_id, push_registration_error_code }: Device): string => {
  if (push_registration_error_code) return t.failed(push_registration_error_code)
  if (pending_push_token_id) return t.pending
  return push_token_id ? t.active : t.bare
}

function Devices() {
  const all = Object.entries(devices.value ?? {}).map(([id, device]) => ({ id: Number(id), device }))
  return (
    <>
      <ListOf
        items={all}
        keyOf={({ id }) => id}
        nameOf={({ id }) => t.device(String(id))}
        label={t.devices}
        empty={t.noDevices}
        remove={({ id }) => api.call(removeClientDevice, { device_id: id })}
      >
        {({ id, device }) => (
          <>
            {t.device(String(id))} <span class="soft">{stateOf(device)}</span>
          </>
        )}
      </ListOf>
      {all.some(({ device }) => device.push_token_id) && (
        <AddForm
          submit={t.test}
          run={async () => {
            await api.call(testEncrypted, {})
            toast(t.tested)
          }}
        >
          {null}
        </AddForm>
      )}
    </>
  )
}

function PushBrowsers() {
  const { value, problem, reload } = useLoaded(async () => (await api.call(getWebPush, {})).subscriptions)
  if (!value) return <Loading problem={problem} label={o.loading} />
  return (
    <ListOf
      items={value}
      keyOf={({ device_id }) => device_id}
      nameOf={({ host }) => host}
      label={t.pushBrowsers}
      empty={t.noPushBrowsers}
      remove={async ({ device_id }) => {
        await api.call(unsubscribeWebPush, { device_id })
        await reload()
      }}
    >
      {({ host, date_created }) => (
        <>
          {host} <span class="soft">{t.since(dayOf(date_created))}</span>
        </>
      )}
    </ListOf>
  )
}

import { SettingGroup } from '../../controls/setting.tsx'
import { openDoNotDisturb } from '../../do-not-disturb/opening.ts'
import { hrefOf } from '../../navigation/route.ts'
import { subscriptions } from '../../store/channels.ts'
import { ownPages } from '../../texts/own-pages.ts'
import { NotificationTable } from './notification-table.tsx'
import { changeOwn, ownValues } from './own-values.ts'
import { ThisBrowser } from './this-browser.tsx'
import { UserSettingGroups } from './user-setting.tsx'
import { notificationPlaces } from './user-setting-places.ts'

const { notifications: t } = ownPages
const overrides = [
  'desktop_notifications',
  'audible_notifications',
  'push_notifications',
  'email_notifications',
  'wildcard_mentions_notify',
] as const

export function Notifications() {
  const values = ownValues.value ?? {}
  const special = (subscriptions.value ?? []).filter((one) =>
    overrides.some((name) => one[name] !== null && one[name] !== undefined),
  )
  return (
    <>
      <ThisBrowser />
      <NotificationTable values={values} change={changeOwn} />
      <SettingGroup title={t.channels}>
        {special.length === 0 ? (
          <p>{t.noChannels}</p>
        ) : (
          <ul class="place-links">
            {special.map(({ stream_id: channelId, name }) => (
              <li key={channelId}>
                <a class="plain" href={hrefOf({ view: 'channel', channelId, tab: 'personal' })}>
                  #{name}
                </a>
              </li>
            ))}
          </ul>
        )}
      </SettingGroup>
      <SettingGroup id="quiet" title={t.quiet} help={t.quietHelp}>
        <button type="button" class="button" onClick={() => openDoNotDisturb()}>
          {t.openDoNotDisturb}
        </button>
      </SettingGroup>
      <UserSettingGroups places={notificationPlaces} values={values} change={changeOwn} />
    </>
  )
}

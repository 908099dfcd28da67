import './notification-table.css'
import { userSettings } from '../../../src/features/people/user-settings/settings.ts'
import { useLinkedRow } from '../../controls/linked-row.ts'
import { useSaving } from '../../controls/saving.ts'
import type { ShownUserSetting } from '../../declarations/api-only.ts'
import { sendsMail } from '../../store/sends-mail.ts'
import { ownPages } from '../../texts/own-pages.ts'
import { s } from '../../texts/settings.ts'
import { userSettingTexts } from '../../texts/user-settings.ts'
import { usableColumns } from './usable-places.ts'
import type { UserSettingValues } from './user-setting.tsx'
import { notificationTable } from './user-setting-places.ts'

const { notifications: t } = ownPages

export const NotificationTable = (values: UserSettingValues) => (
  <section class="setting-group" aria-label={t.table}>
    <h3>{t.table}</h3>
    <table class="notification-table">
      <thead>
        <tr>
          <td />
          {usableColumns().map(([column]) => (
            <th key={column} scope="col">
              {t.columns[column]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {(Object.keys(notificationTable.rows) as (keyof typeof notificationTable.rows)[]).map((row) => (
          <tr key={row}>
            <th scope="row">{t.rows[row]}</th>
            {usableColumns().map(([column, index]) => {
              const name = notificationTable.rows[row][index]
              return <td key={column}>{name && <Cell name={name} {...values} />}</td>
            })}
          </tr>
        ))}
      </tbody>
    </table>
    <p class="soft small">{values.locked ?? t.tableHelp}</p>
    {!sendsMail() && <p class="soft small">{t.noMail}</p>}
  </section>
)

function Cell({ name, values, change, locked }: UserSettingValues & { name: ShownUserSetting }) {
  const saving = useSaving(Boolean(values[name] ?? userSettings[name].default), (value) => change(name, value))
  const { row, isLinked } = useLinkedRow<HTMLInputElement>(name)
  return (
    <label class={isLinked ? 'notification-cell is-asked' : 'notification-cell'} data-setting={name}>
      <input
        ref={row}
        id={`setting-${name}`}
        type="checkbox"
        aria-label={userSettingTexts[name].label}
        aria-describedby={`setting-${name}-state`}
        checked={saving.value}
        disabled={locked !== undefined}
        onChange={({ currentTarget }) => {
          const wanted = currentTarget.checked
          void saving.run(wanted).then((taken) => {
            if (!taken) currentTarget.checked = !wanted
          })
        }}
      />
      <span id={`setting-${name}-state`} role="status" class={saving.refusal === '' ? 'visually-hidden' : 'refused'}>
        {saving.refusal || (saving.state === 'saved' ? s.saved : '')}
      </span>
    </label>
  )
}

import type { ShownUserSetting } from '../../declarations/api-only.ts'
import { sendsMail } from '../../store/sends-mail.ts'
import { notificationPlaces, notificationTable, type SettingPlace } from './user-setting-places.ts'

type Column = (typeof notificationTable.columns)[number]

const mailGroups: readonly SettingPlace['group'][] = ['email', 'otherEmails']
const isOfMail = ({ group }: SettingPlace): boolean => mailGroups.includes(group)

/** The places that have settings on this server: without email, those of email don't. */
export const usablePlaces = (places: readonly SettingPlace[]): readonly SettingPlace[] =>
  places.filter((place) => sendsMail() || !isOfMail(place))

/** The table's columns, each with its index in the rows. */
export const usableColumns = (): readonly (readonly [column: Column, index: number])[] =>
  notificationTable.columns
    .map((column, index) => [column, index] as const)
    .filter(([column]) => sendsMail() || column !== 'email')

/** Personal settings that aren't shown on this server. */
export function unusableUserSettings(): readonly ShownUserSetting[] {
  if (sendsMail()) return []
  const column = notificationTable.columns.indexOf('email')
  const rows: readonly (readonly ShownUserSetting[])[] = Object.values(notificationTable.rows)
  return [
    ...notificationPlaces.filter(isOfMail).flatMap(({ names }): readonly ShownUserSetting[] => names),
    ...rows.flatMap((row) => row[column] ?? []),
  ]
}

import type { Archive } from '../../containers/archive.ts'
import { type Fields, fieldIn, lineIn, numberIn, recordsIn, textIn } from '../../containers/fields.ts'
import type { FileSource, MembershipRecord, PersonRecord } from '../../records.ts'
import { fileAt } from './files.ts'

/** Names are the only keys, and are case-insensitive. */
export const usernameIn = (fields: Fields | undefined, name: string): string | undefined =>
  lineIn(fields, name)?.replace(/^@/, '').toLowerCase()

export const isGone = (fields: Fields, name: string): boolean => (numberIn(fields, name) ?? 0) > 0

/** Roles are separated by spaces. */
export const hasRole = (fields: Fields, role: string) => (textIn(fields, 'roles') ?? '').split(/\s+/).includes(role)

export function personOf(fields: Fields, archive: Archive): PersonRecord | undefined {
  const key = usernameIn(fields, 'username')
  if (key === undefined) return undefined
  const names = ['first_name', 'last_name'].map((name) => lineIn(fields, name)).filter(Boolean)
  return {
    key,
    email: lineIn(fields, 'email'),
    fullName: names.join(' ') || (lineIn(fields, 'nickname') ?? key),
    role: hasRole(fields, 'system_admin') ? 'administrator' : hasRole(fields, 'system_guest') ? 'guest' : 'member',
    isBot: false,
    isActive: !isGone(fields, 'delete_at'),
    timezone: timezoneOf(fields),
    avatar: avatarOf(fields, archive),
    profile: Object.fromEntries(
      [
        ['Title', lineIn(fields, 'position')],
        ['Nickname', lineIn(fields, 'nickname')],
      ].filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
  }
}

function timezoneOf(fields: Fields): string | undefined {
  const zone = fieldIn(fields, 'timezone')
  return lineIn(zone, 'manualTimezone') ?? lineIn(zone, 'automaticTimezone') ?? lineIn(fields, 'timezone')
}

function avatarOf(fields: Fields, archive: Archive): FileSource | undefined {
  const path = textIn(fields, 'profile_image')
  return path === undefined ? undefined : fileAt(archive, path)
}

export function botOf(fields: Fields): PersonRecord | undefined {
  const key = usernameIn(fields, 'username')
  if (key === undefined) return undefined
  return {
    key,
    fullName: lineIn(fields, 'display_name') ?? key,
    role: 'member',
    isBot: true,
    owner: usernameIn(fields, 'owner'),
    isActive: !isGone(fields, 'delete_at'),
  }
}

export const strangerOf = (key: string): PersonRecord => ({
  key,
  fullName: key,
  role: 'member',
  isBot: false,
  isActive: false,
})

export const membershipsOf = (fields: Fields, person: string): [channel: string, MembershipRecord][] =>
  recordsIn(fields, 'teams').flatMap((team) =>
    recordsIn(team, 'channels').map((channel): [string, MembershipRecord] => [
      channelKey(lineIn(team, 'name'), lineIn(channel, 'name')),
      {
        person,
        isMuted: textIn(fieldIn(channel, 'notify_props'), 'mark_unread') === 'mention',
        isPinned: channel.favorite === true,
      },
    ]),
  )

export const looksAfter = (fields: Fields): string[] =>
  recordsIn(fields, 'teams').flatMap((team) =>
    recordsIn(team, 'channels')
      .filter((channel) => hasRole(channel, 'channel_admin'))
      .map((channel) => channelKey(lineIn(team, 'name'), lineIn(channel, 'name'))),
  )

export const channelKey = (team: string | undefined, channel: string | undefined): string =>
  `${team ?? ''}/${channel ?? ''}`

import { type Fields, fieldIn, fieldsOf, isSet, lineIn, numberIn, textIn, textsIn } from '../../containers/fields.ts'
import type { GroupRecord, PersonRecord } from '../../records.ts'
import type { VendorFiles } from '../vendor-files.ts'

export const slackbot = 'USLACKBOT'
/** The author of messages that name none. */
export const integrationsKey = 'slack-integrations'

export function personOf(fields: Fields, files: VendorFiles): PersonRecord | undefined {
  const key = textIn(fields, 'id')
  if (key === undefined) return undefined
  const profile = fieldIn(fields, 'profile')
  const isAdministrator = ['is_admin', 'is_owner', 'is_primary_owner'].some((name) => isSet(fields, name))
  const isGuest = isSet(fields, 'is_restricted') || isSet(fields, 'is_ultra_restricted')
  const isBot = isSet(fields, 'is_bot') || key === slackbot
  return {
    key,
    email: isBot ? undefined : lineIn(profile, 'email'),
    fullName: nameIn(profile) ?? lineIn(fields, 'real_name') ?? lineIn(fields, 'name') ?? key,
    role: isGuest ? 'guest' : isAdministrator ? 'administrator' : 'member',
    isBot,
    isActive: !isSet(fields, 'deleted'),
    timezone: lineIn(fields, 'tz'),
    avatar: avatarOf(profile, files),
    profile: Object.fromEntries(
      [
        ['Title', lineIn(profile, 'title')],
        ['Phone', lineIn(profile, 'phone')],
        ['Skype', lineIn(profile, 'skype')],
        ...fieldsIn(profile),
      ].filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
  }
}

/** Custom profile fields, by id: the export doesn't contain their names. */
const fieldsIn = (profile: Fields | undefined): [name: string, value: string | undefined][] =>
  Object.entries(fieldIn(profile, 'fields') ?? {}).flatMap(([id, value]) =>
    /^Xf\w{1,30}$/.test(id) ? [[id, lineIn(fieldsOf(value), 'alt') ?? lineIn(fieldsOf(value), 'value')]] : [],
  )

/** A user group. Only third-party tools export them, in the form of Slack's API. */
export function groupOf(fields: Fields): GroupRecord | undefined {
  const key = textIn(fields, 'id')
  if (key === undefined || (numberIn(fields, 'date_delete') ?? 0) > 0) return undefined
  return {
    key,
    name: lineIn(fields, 'handle') ?? lineIn(fields, 'name') ?? key,
    description: lineIn(fields, 'description') ?? lineIn(fields, 'name') ?? '',
    people: textsIn(fields, 'users'),
    groups: [],
  }
}

const nameIn = (profile: Fields | undefined): string | undefined =>
  lineIn(profile, 'real_name') ?? lineIn(profile, 'display_name') ?? lineIn(profile, 'name')

function avatarOf(profile: Fields | undefined, files: VendorFiles): PersonRecord['avatar'] {
  // without a hash it's a default avatar
  if (textIn(profile, 'avatar_hash') === undefined) return undefined
  const url = textIn(profile, 'image_512') ?? textIn(profile, 'image_192') ?? textIn(profile, 'image_original')
  return files.file(url, { name: 'avatar' })
}

/** A person of another workspace, known only from their messages. */
export const strangerOf = (key: string, profile: Fields | undefined): PersonRecord | undefined => {
  const fullName = nameIn(profile)
  return fullName === undefined
    ? undefined
    : { key, fullName, role: 'guest', isBot: false, isActive: false, timezone: undefined }
}

export const botOf = (key: string, fullName: string): PersonRecord => ({
  key,
  fullName,
  role: 'member',
  isBot: true,
  isActive: false,
})

export interface Author {
  key: string
  name: string | undefined
  isBot: boolean
}

export function authorOf(fields: Fields, userOfBot: ReadonlyMap<string, string>): Author {
  const bot = textIn(fields, 'bot_id')
  const name = lineIn(fields, 'username') ?? lineIn(fieldIn(fields, 'bot_profile'), 'name')
  const room = fieldIn(fields, 'room')
  const user =
    (room && textIn(room, 'created_by')) ??
    textIn(fields, 'user') ??
    textIn(fieldIn(fields, 'comment'), 'user') ??
    (bot === undefined ? undefined : userOfBot.get(bot))
  if (user !== undefined) return { key: user, name: bot === undefined ? undefined : name, isBot: bot !== undefined }
  return { key: bot ?? integrationsKey, name, isBot: true }
}

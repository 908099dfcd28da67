import type { ChannelId, GroupId, UserId } from '#contract'
import type { Language } from '#platform/languages'
import type { Act } from '#platform/organization'
import { hook } from '#platform/serve'
import { organizationMirror } from '../../organization/mirror.ts'
import { checkTotal, mostOfOrganization } from '../../organization/totals.ts'
import type { Account, BotSettings } from '../account.ts'
import { newApiKey } from '../api-key.ts'
import { botAdded } from '../bot-api.ts'
import { botObject } from '../bot-present.ts'
import { emailTaken, nameTaken } from '../errors.ts'
import { peopleMirror } from '../mirror.ts'
import { announcedUser } from '../present.ts'
import { userAdded } from '../states.ts'
import * as store from '../store.ts'
import { announcePerson } from './announce.ts'
import { botAdministrators } from './bot-lists.ts'

interface NewUser {
  email: string
  full_name: string
  role: number
  password_hash?: string | null
  bot_type?: number | null
  bot_owner_id?: UserId | null
  bot_settings?: BotSettings
  timezone?: string
  can_change_user_emails?: boolean
  /** What a person reads; by default what the organization does. */
  language?: Language | undefined
}

/** How somebody comes in who was invited. */
export interface Arrival {
  /** Whether the person begins in the default channels; the default is: everybody but guests. */
  readonly defaultChannels?: boolean
  /** Further channels and groups that the person begins in; rights are checked before. */
  readonly channelIds?: readonly ChannelId[]
  readonly groupIds?: readonly GroupId[]
  /** What the welcome says beside its own words; the default is what the organization says. */
  readonly welcomeText?: string | null
}

/** After an account was made, in the same transaction: groups, subscriptions, a welcome. */
export const userCreated = hook<[Account, Arrival]>()

/** Makes an account and tells everybody. People start with the settings that the organization chose for them. */
export async function createUser(act: Act, { language, ...user }: NewUser, arrival: Arrival = {}): Promise<Account> {
  const { tx, now, org } = act
  checkTotal(mostOfOrganization, 'accounts', act.get(peopleMirror).byId.size)
  await checkEmailFree(act, user.email)
  checkNameFree(act, user.full_name)
  const { settings, userSettingsDefaults } = org.get(organizationMirror)
  const isPerson = (user.bot_type ?? null) === null
  const account = await store.insert(tx, {
    org_id: org.id,
    api_key: newApiKey(),
    created_at: now,
    avatar_source: settings.default_avatar_source,
    settings: isPerson ? { default_language: language ?? settings.default_language, ...userSettingsDefaults } : {},
    ...user,
  })
  announcePerson(act, userAdded, account, (seesEmail) => ({ person: announcedUser(org, account, seesEmail) }))
  if (!isPerson) act.emit(botAdded, { bot: botObject(account) }, { users: botAdministrators(act, account.botOwnerId) })
  await userCreated(act, account, arrival)
  return account
}

export async function checkEmailFree({ tx, org }: Act, email: string): Promise<void> {
  if (await store.emailExists(tx, org.id, email)) throw emailTaken({}, { email })
}

/** Where the organization asks for it, no two active people have the same name. */
export function checkNameFree({ org }: Act, name: string, own?: Account): void {
  if (!org.get(organizationMirror).settings.require_unique_names) return
  const namesakes = org.get(peopleMirror).named(name)
  if (namesakes.some(({ id, isActive }) => isActive && id !== own?.id)) throw nameTaken()
}

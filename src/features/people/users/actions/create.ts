import type { ChannelId, GroupId, UserId } from '#contract'
import type { Language } from '#platform/languages'
import type { Mutation } from '#platform/organization'
import { hook } from '#platform/serve'
import { organizationCache } from '../../organization/cache.ts'
import { checkTotal, maxPerOrganization } from '../../organization/totals.ts'
import { type Account, type BotSettings, isManagedBot } from '../account.ts'
import { newApiKey } from '../api-key.ts'
import { botAdded } from '../bot-api.ts'
import { botObject } from '../bot-serialize.ts'
import { peopleCache } from '../cache.ts'
import { emailTaken, nameTaken } from '../errors.ts'
import { announcedUser } from '../serialize.ts'
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
  /** The organization's language by default. */
  language?: Language | undefined
}

/** How an invited user starts. */
export interface Arrival {
  /** Whether to subscribe to default channels; by default, all except guests. */
  readonly defaultChannels?: boolean
  /** Additional channels and groups; check permissions before. */
  readonly channelIds?: readonly ChannelId[]
  readonly groupIds?: readonly GroupId[]
  /** Text added to the welcome message; the organization's by default. */
  readonly welcomeText?: string | null
  /** How many accounts are created together, such as by a directory; 1 by default. */
  readonly accountsAtOnce?: number
  /** The version of the community rules that the user has accepted. */
  readonly acceptedRules?: number | undefined
}

export const userCreated = hook<[Account, Arrival]>()

/** Creates an account with the organization's default settings, and emits it. */
export async function createUser(
  mutation: Mutation,
  { language, ...user }: NewUser,
  arrival: Arrival = {},
): Promise<Account> {
  const { tx, now, org } = mutation
  checkTotal(maxPerOrganization, 'accounts', mutation.get(peopleCache).byId.size)
  await checkEmailFree(mutation, user.email)
  checkNameFree(mutation, user.full_name)
  const { settings, userSettingsDefaults } = org.get(organizationCache)
  const isPerson = (user.bot_type ?? null) === null
  const account = await store.insert(tx, {
    org_id: org.id,
    api_key: newApiKey(),
    created_at: now,
    avatar_source: settings.default_avatar_source,
    settings: isPerson ? { default_language: language ?? settings.default_language, ...userSettingsDefaults } : {},
    ...user,
  })
  announcePerson(mutation, userAdded, account, (seesEmail) => ({ person: announcedUser(org, account, seesEmail) }))
  if (isManagedBot(account))
    mutation.emit(botAdded, { bot: botObject(account) }, { users: botAdministrators(mutation, account.botOwnerId) })
  await userCreated(mutation, account, arrival)
  return account
}

export async function checkEmailFree({ tx, org }: Mutation, email: string): Promise<void> {
  if (await store.emailExists(tx, org.id, email)) throw emailTaken({}, { email })
}

/** Throws for a duplicate name if names must be unique. */
export function checkNameFree({ org }: Mutation, name: string, own?: Account): void {
  if (!org.get(organizationCache).settings.require_unique_names) return
  const namesakes = org.get(peopleCache).named(name)
  if (namesakes.some(({ id, isActive }) => isActive && id !== own?.id)) throw nameTaken()
}

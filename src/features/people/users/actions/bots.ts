import { botTypes, isAdministrator, roles, type UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { checkedUrl } from '#platform/outbound'
import { hook } from '#platform/serve'
import type { Viewer } from '#platform/viewer'
import { actorOf } from '../../organization/access.ts'
import { organizationCache } from '../../organization/cache.ts'
import { checkTotal, maxPerUser } from '../../organization/totals.ts'
import { knownUser, usersWhoSee } from '../access/index.ts'
import { type Account, type BotSettings, isManagedBot } from '../account.ts'
import { newApiKey } from '../api-key.ts'
import {
  badPayloadUrl,
  badShortName,
  botAdded,
  botDeleted,
  botOwnerRank,
  cannotCreateBots,
  noEmbeddedBots,
  notOutgoing,
} from '../bot-api.ts'
import { botObject } from '../bot-serialize.ts'
import { peopleCache } from '../cache.ts'
import { noSuchBot, noSuchUser, ownerRequired } from '../errors.ts'
import { profileTextChanging } from '../extension-points.ts'
import { botRoleError, botRuleOf, canAdministerBot, canGiveBotTo } from '../rules.ts'
import { userUpdated } from '../states.ts'
import * as store from '../store.ts'
import { type BotChannelNames, botChannels, storeBotSettings } from './bot-channels.ts'
import { createUser } from './create.ts'
import { changeEmail, changeName, changeRole, replaceApiKey } from './update.ts'

/** Called with the bot as it is now, in the same transaction. */
export const botOwnerChanged = hook<[bot: Account]>()

interface NewBot extends BotChannelNames {
  full_name: string
  short_name: string
  bot_type: number
  payload_url?: string | undefined
  interface_type: number
  default_all_public_streams: boolean
}

/** Throws unless the viewer owns the bot or is an administrator. */
export function administeredBot({ org }: Pick<Mutation, 'org'>, viewer: Viewer, id: UserId): Account {
  const bot = org.get(peopleCache).byId.get(id)
  if (!bot || !isManagedBot(bot)) throw noSuchBot()
  if (!canAdministerBot(viewer, bot)) throw noSuchBot()
  return bot
}

export async function createBot(mutation: Mutation, bot: NewBot): Promise<Account> {
  const { org, viewer } = mutation
  if (!botRuleOf(bot.bot_type).allows(actorOf(org, viewer))) throw cannotCreateBots()
  if (bot.bot_type === botTypes.embedded) throw noEmbeddedBots()
  await profileTextChanging(mutation, [{ content: bot.full_name }])
  checkTotal(maxPerUser, 'bots', org.get(peopleCache).botsOf(viewer.id).length)
  const settings: { -readonly [K in keyof BotSettings]: BotSettings[K] } = await botChannels(mutation, bot)
  if (bot.default_all_public_streams) settings.allPublicStreams = true
  if (bot.bot_type === botTypes.outgoingWebhook) {
    const token = newApiKey()
    settings.service = { base_url: webAddress(bot.payload_url), interface: bot.interface_type, token }
  }
  return createUser(mutation, {
    email: botEmail(mutation, bot.short_name),
    full_name: bot.full_name,
    role: roles.member,
    bot_type: bot.bot_type,
    bot_owner_id: viewer.id,
    bot_settings: settings,
  })
}

export function botEmail({ org }: Mutation, shortName: string): string {
  const name = shortName.toLowerCase()
  if (!/^[a-z0-9._+-]+$/.test(name) || name.includes('..')) throw badShortName()
  const { subdomain } = org.get(organizationCache)
  return `${name}-bot@${new URL(org.services.organizationUrl(subdomain)).hostname}`
}

function webAddress(url: string | undefined): string {
  try {
    return checkedUrl(url ?? '') && (url as string)
  } catch {
    throw badPayloadUrl()
  }
}

interface BotChanges extends BotChannelNames {
  full_name?: string | undefined
  short_name?: string | undefined
  bot_owner_id?: UserId | undefined
  role?: number | undefined
  service_payload_url?: string | undefined
  service_interface?: number | undefined
  default_all_public_streams?: boolean | undefined
}

export async function updateBot(mutation: Mutation, bot: Account, changes: BotChanges): Promise<Account> {
  const { viewer } = mutation
  const { full_name, short_name, bot_owner_id, role } = changes
  if (role !== undefined && role !== bot.role) {
    const problem = botRoleError(viewer, bot, role)
    if (problem) throw problem === 'forOwners' ? ownerRequired() : noSuchBot()
  }
  let now = bot
  if (full_name !== undefined) now = await changeName(mutation, now, full_name)
  if (short_name !== undefined) now = await changeEmail(mutation, now, botEmail(mutation, short_name))
  if (role !== undefined) now = await changeRole(mutation, now, role)
  if (bot_owner_id !== undefined) now = await changeOwner(mutation, now, bot_owner_id)
  return changeSettings(mutation, now, changes)
}

async function changeOwner(mutation: Mutation, bot: Account, ownerId: UserId): Promise<Account> {
  if (ownerId === bot.botOwnerId) return bot
  const owner = knownUser(mutation.org, ownerId)
  if (!owner.isActive || owner.botType !== null) throw noSuchUser()
  if (!canGiveBotTo(mutation.viewer, owner)) throw botOwnerRank()
  // the previous owner knows the key, and the bot now acts with the new owner's permissions
  const after = await replaceApiKey(mutation, await store.update(mutation.tx, bot.id, { bot_owner_id: ownerId }))
  mutation.emit(userUpdated, { person: { user_id: bot.id, bot_owner_id: ownerId } }, usersWhoSee(mutation.org, bot))
  const before = mutation.get(peopleCache).ownerOf(bot)
  if (before?.isActive && !isAdministrator(before)) mutation.emit(botDeleted, { bot: { user_id: bot.id } }, [before.id])
  if (!isAdministrator(owner)) mutation.emit(botAdded, { bot: botObject(after) }, [owner.id])
  await botOwnerChanged(mutation, after)
  return after
}

async function changeSettings(mutation: Mutation, bot: Account, changes: BotChanges): Promise<Account> {
  const { service_payload_url: url, service_interface, default_all_public_streams: allPublicStreams } = changes
  if ((url ?? service_interface) !== undefined && !bot.botSettings.service) throw notOutgoing()
  const { service } = bot.botSettings
  const next: BotSettings = {
    ...bot.botSettings,
    ...(allPublicStreams === undefined ? {} : { allPublicStreams }),
    ...(await botChannels(mutation, changes)),
    ...(service && {
      service: {
        ...service,
        base_url: url === undefined ? service.base_url : webAddress(url),
        interface: service_interface ?? service.interface,
      },
    }),
  }
  return storeBotSettings(mutation, bot, next)
}

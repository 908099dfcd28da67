import { asUserId, type ChannelId, isGuest, roles, type UserId } from '#contract'
import { type Language, languageOfTag, lastResort, type Style, ZonedTime } from '#platform/languages'
import type { ProfileData } from './wire.ts'

export interface BotChannel {
  readonly id: ChannelId
  readonly name: string
}

export interface BotSettings {
  /** The bot of an automation: its managers manage it there, and its key isn't available. */
  readonly isAutomation?: true
  readonly allPublicStreams?: boolean
  /** The default channel for sending, and for an event queue without a narrow. */
  readonly sendingChannel?: BotChannel | null
  readonly eventsChannel?: BotChannel | null
  /** For outgoing webhooks: URL, format (one of `serviceInterfaces`), and secret. */
  readonly service?: { readonly base_url: string; readonly interface: number; readonly token: string }
  /** For integrations that post as the bot, by name. */
  readonly integrations?: Readonly<Record<string, IntegrationSettings>>
}

export interface IntegrationSettings {
  /** The signing secret, sealed with the server's key; unsigned posts are refused if set. */
  readonly sealed?: string
  /** The unsealed secret, from older servers and archives: it's sealed later. */
  readonly secret?: string
  /** Templates of the generic integration. */
  readonly topic?: string
  readonly text?: string
  /** Applies to URLs without these parameters. */
  readonly usual?: UsualPost
}

/** Where an integration posts and what it leaves out, unless its URL says. */
export interface UsualPost {
  /** Null for the bot's owner. */
  readonly channelId: ChannelId | null
  /** Empty for the tool's own topics. */
  readonly topic: string
  readonly excludedEvents: readonly string[]
  /** Empty for all. */
  readonly branches: readonly string[]
}

/** A bot that its owner and administrators can manage. */
export const isManagedBot = ({ botType, isSystemBot, botSettings }: Account): boolean =>
  botType !== null && !isSystemBot && !botSettings.isAutomation

/** An ID that no account has. */
export const noUserId: UserId = asUserId(0)

/** A user, bot, or system bot, in memory. */
export interface Account {
  readonly id: UserId
  /** The real address; the API's address depends on the account's settings. */
  readonly deliveryEmail: string
  readonly fullName: string
  readonly role: number
  /** One of `botTypes`; null for humans. */
  readonly botType: number | null
  readonly botOwnerId: UserId | null
  readonly isSystemBot: boolean
  readonly isActive: boolean
  /** The profile of a deactivated account was deleted. */
  readonly isDeleted: boolean
  /** An unclaimed imported account: the person who joins with its address takes it over. */
  readonly isUnclaimed: boolean
  readonly timezone: string
  readonly avatarSource: string
  readonly avatarVersion: number
  /** The prefix of the uploaded avatar's blob keys. */
  readonly avatarKey: string | null
  readonly joinedAt: Date
  /** A moderator made the user a full member before the waiting period ended. */
  readonly isWelcomed: boolean
  /** Posted as many messages as the organization required when they did. */
  readonly hasPostedEnough: boolean
  readonly apiKey: string
  readonly canChangeUserEmails: boolean
  readonly botSettings: BotSettings
  /** Personal settings that differ from the server's defaults. */
  readonly settings: Readonly<Record<string, unknown>>
  /** Profile field values by field ID. */
  readonly profile: ProfileData
  /** Names of settings the user has ever changed. */
  readonly editedSettings: readonly string[]
}

/** The user's language if this server is translated into it, otherwise the default. */
export const languageOfAccount = ({ settings }: Pick<Account, 'settings'>): Language =>
  languageOfTag(String(settings.default_language ?? '')) ?? lastResort

/** A time for an error message, in the account's time zone and format. */
export const timeForAccount = (
  account: Account | undefined,
  time: Date,
  style: Pick<Style, 'isClock'> = {},
): ZonedTime =>
  new ZonedTime(time, account?.timezone ?? '', { ...style, hour24: account?.settings.twenty_four_hour_time === true })

export class People {
  readonly byId = new Map<UserId, Account>()
  readonly #byApiKey = new Map<string, UserId>()
  readonly #systemBots = new Map<string, UserId>()
  readonly #byEmail = new Map<string, UserId>()
  readonly #byName = new Map<string, Set<UserId>>()
  #sorted: Account[] | undefined
  #guests: Account[] | undefined

  put(account: Account): void {
    this.remove(account.id)
    this.byId.set(account.id, account)
    if (account.isSystemBot) this.#systemBots.set(account.deliveryEmail.split('@')[0] as string, account.id)
    this.#sorted = undefined
    this.#guests = undefined
    this.#byApiKey.set(account.apiKey, account.id)
    this.#byEmail.set(account.deliveryEmail.toLowerCase(), account.id)
    const name = account.fullName.toLowerCase()
    const namesakes = this.#byName.get(name)
    if (namesakes) namesakes.add(account.id)
    else this.#byName.set(name, new Set([account.id]))
  }

  remove(id: UserId): void {
    const before = this.byId.get(id)
    if (!before) return
    this.byId.delete(id)
    this.#sorted = undefined
    this.#guests = undefined
    this.#byApiKey.delete(before.apiKey)
    this.#byEmail.delete(before.deliveryEmail.toLowerCase())
    const name = before.fullName.toLowerCase()
    const namesakes = this.#byName.get(name)
    namesakes?.delete(id)
    if (namesakes?.size === 0) this.#byName.delete(name)
  }

  withApiKey(apiKey: string): Account | undefined {
    return this.#find(this.#byApiKey.get(apiKey))
  }

  /** By real address, case-insensitively. */
  withDeliveryEmail(email: string): Account | undefined {
    return this.#find(this.#byEmail.get(email.toLowerCase()))
  }

  /** Ordered by ID. */
  all(): Account[] {
    this.#sorted ??= [...this.byId.values()].sort((a, b) => a.id - b.id)
    return this.#sorted
  }

  /** Active guests, ordered by ID. */
  guests(): readonly Account[] {
    this.#guests ??= this.all().filter((account) => account.isActive && isGuest(account))
    return this.#guests
  }

  activeOwners(): Account[] {
    return this.all().filter(({ isActive, role, botType }) => isActive && role === roles.owner && botType === null)
  }

  ownerOf({ botOwnerId }: Pick<Account, 'botOwnerId'>): Account | undefined {
    return this.#find(botOwnerId ?? undefined)
  }

  botsOf(ownerId: UserId): Account[] {
    return this.all().filter(({ botOwnerId }) => botOwnerId === ownerId)
  }

  /** The IDs of a person, or of a bot's owner, and of all their bots. */
  idsOfPerson(account: Account): UserId[] {
    const person = this.ownerOf(account) ?? account
    return [person, ...this.botsOf(person.id)].map(({ id }) => id)
  }

  /** By full name, case-insensitively, ordered by ID. */
  named(fullName: string): Account[] {
    const ids = [...(this.#byName.get(fullName.toLowerCase()) ?? [])].sort((a, b) => a - b)
    return ids.flatMap((id) => this.byId.get(id) ?? [])
  }

  systemBot(name: SystemBotName): Account {
    const account = this.findSystemBot(name)
    if (!account) throw new Error(`The organization has no ${name}`)
    return account
  }

  /** May be missing after an import from an older server. */
  findSystemBot(name: SystemBotName): Account | undefined {
    return this.#find(this.#systemBots.get(name))
  }

  #find(id: UserId | undefined): Account | undefined {
    return id === undefined ? undefined : this.byId.get(id)
  }
}

export const systemBots = {
  'notification-bot': 'Notification Bot',
  'welcome-bot': 'Welcome Bot',
  /** The sender of incoming email that belongs to no account. */
  emailgateway: 'Email Gateway',
} as const

export type SystemBotName = keyof typeof systemBots

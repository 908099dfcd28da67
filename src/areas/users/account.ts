import { asUserId, type ChannelId, isGuest, roles, type UserId } from '#contract'
import { type Language, languageOfTag, lastResort } from '#platform/languages'
import type { ProfileData } from './wire.ts'

/** A channel as those see it who administer a bot. */
export interface BotChannel {
  readonly id: ChannelId
  readonly name: string
}

/** What a bot is set up to do beyond what its type says. */
export interface BotSettings {
  readonly allPublicStreams?: boolean
  /** Where a message goes that names no channel, and where the messages are from that a queue without narrow gets. */
  readonly sendingChannel?: BotChannel | null
  readonly eventsChannel?: BotChannel | null
  /** Of an outgoing webhook: where it posts to, in which format (one of `serviceInterfaces`), and its secret. */
  readonly service?: { readonly base_url: string; readonly interface: number; readonly token: string }
  /** Of tools that post as the bot, by their names. */
  readonly integrations?: Readonly<Record<string, IntegrationSettings>>
}

/** What a tool needs that posts as a bot. */
export interface IntegrationSettings {
  /** With what the tool signs, sealed with the key of the server; its posts are refused without. */
  readonly sealed?: string
  /** The same, open, as older servers and archives have it: it is sealed before long. */
  readonly secret?: string
  /** Of the generic format: what is said of a payload, in the template language. */
  readonly topic?: string
  readonly text?: string
}

/** The id that stands for nobody: no account has it. */
export const nobody: UserId = asUserId(0)

/** One account, in memory: a person, a bot, or one of the server's own bots. */
export interface Account {
  readonly id: UserId
  /** The real address; the API's address follows from it and the account's settings. */
  readonly deliveryEmail: string
  readonly fullName: string
  readonly role: number
  /** One of `botTypes`; null for people. */
  readonly botType: number | null
  readonly botOwnerId: UserId | null
  readonly isSystemBot: boolean
  readonly isActive: boolean
  /** Of a deactivated account: its profile was deleted as well. */
  readonly isDeleted: boolean
  /** Of a deactivated account that an import has made: whoever joins with its address takes it over. */
  readonly isUnclaimed: boolean
  readonly timezone: string
  readonly avatarSource: string
  readonly avatarVersion: number
  /** The start of the blobs' keys of an uploaded picture. */
  readonly avatarKey: string | null
  readonly joinedAt: Date
  readonly apiKey: string
  readonly canChangeUserEmails: boolean
  /** For a bot: what it is set up to do. */
  readonly botSettings: BotSettings
  /** Personal settings that differ from the server's defaults. */
  readonly settings: Readonly<Record<string, unknown>>
  /** What the person says in the organization's profile fields, by the field's id. */
  readonly profile: ProfileData
  /** Names of the settings that the person has ever changed. */
  readonly editedSettings: readonly string[]
}

/** What somebody reads, where this server writes it; programs are told in English. */
export const languageOfAccount = ({ settings }: Pick<Account, 'settings'>): Language =>
  languageOfTag(String(settings.default_language ?? '')) ?? lastResort

/** Every account of an organization, with the ways to find one. */
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

  /** By the real address, in any case. */
  withDeliveryEmail(email: string): Account | undefined {
    return this.#find(this.#byEmail.get(email.toLowerCase()))
  }

  /** Every account, in order of id. */
  all(): Account[] {
    this.#sorted ??= [...this.byId.values()].sort((a, b) => a.id - b.id)
    return this.#sorted
  }

  /** Guests who act, in order of id. */
  guests(): readonly Account[] {
    this.#guests ??= this.all().filter((account) => account.isActive && isGuest(account))
    return this.#guests
  }

  /** The people who may make others owners and cannot be done without. */
  activeOwners(): Account[] {
    return this.all().filter(({ isActive, role, botType }) => isActive && role === roles.owner && botType === null)
  }

  /** The person whom a bot belongs to. */
  ownerOf({ botOwnerId }: Pick<Account, 'botOwnerId'>): Account | undefined {
    return this.#find(botOwnerId ?? undefined)
  }

  botsOf(ownerId: UserId): Account[] {
    return this.all().filter(({ botOwnerId }) => botOwnerId === ownerId)
  }

  /** By the full name, in any case, in order of id. */
  named(fullName: string): Account[] {
    const ids = [...(this.#byName.get(fullName.toLowerCase()) ?? [])].sort((a, b) => a - b)
    return ids.flatMap((id) => this.byId.get(id) ?? [])
  }

  /** One of the server's own bots of this organization. */
  systemBot(name: SystemBotName): Account {
    const account = this.findSystemBot(name)
    if (!account) throw new Error(`The organization has no ${name}`)
    return account
  }

  /** The same, where it may be missing: an archive of an older server has fewer. */
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
  /** As whom mail comes that is nobody's in particular. */
  emailgateway: 'Email Gateway',
} as const

export type SystemBotName = keyof typeof systemBots

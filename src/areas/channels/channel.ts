import type { GroupSettingValue } from '#contract'
import type { ChannelPermissionName } from '../organization/permission-settings.ts'
import type { TopicsPolicy } from './wire.ts'

/** One channel, in memory. */
export interface Channel {
  readonly id: number
  /** The wire's recipient_id; messages name it rather than the channel. */
  readonly conversationId: number
  readonly name: string
  readonly description: string
  readonly renderedDescription: string
  readonly isPrivate: boolean
  readonly isWebPublic: boolean
  readonly historyPublicToSubscribers: boolean
  readonly isDefault: boolean
  /** Null: as the organization says; -1: for ever. */
  readonly messageRetentionDays: number | null
  readonly topicsPolicy: TopicsPolicy
  readonly folderId: number | null
  readonly permissions: Readonly<Record<ChannelPermissionName, GroupSettingValue>>
  readonly creatorId: number | null
  readonly createdAt: Date
  readonly isArchived: boolean
  readonly firstMessageId: number | null
  /** Whether clients show it among the channels in use. */
  readonly isRecentlyActive: boolean
  /** Messages per week; null while that cannot be told. */
  readonly weeklyTraffic: number | null
  /** The secret part of its e-mail address. */
  readonly emailToken: string
}

export class Channels {
  readonly byId = new Map<number, Channel>()
  readonly #byName = new Map<string, number>()
  readonly #byConversation = new Map<number, number>()

  put(channel: Channel): void {
    this.remove(channel.id)
    this.byId.set(channel.id, channel)
    this.#byName.set(channel.name.toLowerCase(), channel.id)
    this.#byConversation.set(channel.conversationId, channel.id)
  }

  remove(id: number): void {
    const before = this.byId.get(id)
    if (!before) return
    this.byId.delete(id)
    this.#byName.delete(before.name.toLowerCase())
    this.#byConversation.delete(before.conversationId)
  }

  /** Every channel, by id ascending. */
  inOrder(): Channel[] {
    return [...this.byId.values()].sort((a, b) => a.id - b.id)
  }

  named(name: string): Channel | undefined {
    return this.#find(this.#byName.get(name.toLowerCase()))
  }

  ofConversation(id: number): Channel | undefined {
    return this.#find(this.#byConversation.get(id))
  }

  #find(id: number | undefined): Channel | undefined {
    return id === undefined ? undefined : this.byId.get(id)
  }
}

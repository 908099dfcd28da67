import type { ChannelId, ConversationId, GroupSettingValue, MessageId, UserId } from '#contract'
import type { ChannelPermissionName } from '../../people/organization/permission-settings.ts'
import type { TopicsPolicy } from './wire.ts'

export interface Channel {
  readonly id: ChannelId
  /** The API's recipient_id; messages refer to it instead of to the channel. */
  readonly conversationId: ConversationId
  readonly name: string
  readonly description: string
  readonly renderedDescription: string
  readonly isPrivate: boolean
  readonly isWebPublic: boolean
  readonly historyPublicToSubscribers: boolean
  readonly isDefault: boolean
  /** Null: the organization's policy; -1: forever. */
  readonly messageRetentionDays: number | null
  readonly topicsPolicy: TopicsPolicy
  /** Whether new subscribers get push notifications, whatever their own default is. */
  readonly defaultPushNotifications: boolean
  /** Minimum time between two messages of a person; 0 if slow mode is off. */
  readonly slowModeSeconds: number
  readonly folderId: number | null
  readonly permissions: Readonly<Record<ChannelPermissionName, GroupSettingValue>>
  readonly creatorId: UserId | null
  readonly createdAt: Date
  readonly isArchived: boolean
  readonly firstMessageId: MessageId | null
  readonly isRecentlyActive: boolean
  /** Messages per week; null if the channel is too new. */
  readonly weeklyTraffic: number | null
  readonly emailToken: string
}

export class Channels {
  readonly byId = new Map<ChannelId, Channel>()
  readonly #byName = new Map<string, ChannelId>()
  readonly #byConversation = new Map<ConversationId, ChannelId>()

  put(channel: Channel): void {
    this.remove(channel.id)
    this.byId.set(channel.id, channel)
    this.#byName.set(channel.name.toLowerCase(), channel.id)
    this.#byConversation.set(channel.conversationId, channel.id)
  }

  remove(id: ChannelId): void {
    const before = this.byId.get(id)
    if (!before) return
    this.byId.delete(id)
    this.#byName.delete(before.name.toLowerCase())
    this.#byConversation.delete(before.conversationId)
  }

  inOrder(): Channel[] {
    return [...this.byId.values()].sort((a, b) => a.id - b.id)
  }

  named(name: string): Channel | undefined {
    return this.#find(this.#byName.get(name.toLowerCase()))
  }

  ofConversation(id: ConversationId): Channel | undefined {
    return this.#find(this.#byConversation.get(id))
  }

  #find(id: ChannelId | undefined): Channel | undefined {
    return id === undefined ? undefined : this.byId.get(id)
  }
}

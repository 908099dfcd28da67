import { serverSupportedPermissionSettings } from '../../../people/organization/permission-settings.ts'
import type { Permissions } from './permissions.ts'
import type { Recipients } from './recipients.ts'
import { type Snapped, seconds } from './row.ts'

export type ChannelRow = Snapped<'channel'>

export const channelRow = (
  channel: ChannelRow,
  { orgId, recipients, permissions }: { orgId: number; recipients: Recipients; permissions: Permissions },
): object => ({
  id: channel.id,
  realm: orgId,
  name: channel.name,
  description: channel.description,
  rendered_description: channel.rendered_description,
  invite_only: channel.invite_only,
  history_public_to_subscribers: channel.history_public_to_subscribers,
  is_web_public: channel.is_web_public,
  deactivated: channel.archived_at !== null,
  creator: channel.creator_id,
  date_created: seconds(channel.created_at),
  recipient: recipients.channel(channel.id),
  folder: channel.folder_id,
  message_retention_days: channel.message_retention_days,
  first_message_id: channel.first_message_id,
  is_recently_active: channel.is_recently_active,
  ...permissions.all(serverSupportedPermissionSettings.stream, channel.settings as Readonly<Record<string, unknown>>, {
    creator: channel.creator_id,
  }),
})

export const folderRow = (folder: Snapped<'channel_folder'>, orgId: number): object => ({
  id: folder.id,
  realm: orgId,
  name: folder.name,
  description: folder.description,
  rendered_description: folder.rendered_description,
  order: folder.rank,
  creator: folder.creator_id,
  date_created: seconds(folder.created_at),
  is_archived: folder.archived_at !== null,
})

const anyColor = '#c2c2c2'

/** Numbers the rows of `zerver_subscription`: of channels, group conversations, and each person's own. */
export class Subscriptions {
  readonly #recipients: Recipients
  readonly #isActive: (user: number) => boolean
  #lastId = 0

  constructor(recipients: Recipients, isActive: (user: number) => boolean) {
    this.#recipients = recipients
    this.#isActive = isActive
  }

  toChannel(one: Snapped<'subscription'>): object {
    return this.#row(one.user_id, this.#recipients.channel(one.channel_id), {
      active: one.active,
      color: one.color,
      is_muted: one.is_muted,
      pin_to_top: one.pin_to_top,
      desktop_notifications: one.desktop_notifications,
      audible_notifications: one.audible_notifications,
      push_notifications: one.push_notifications,
      email_notifications: one.email_notifications,
      wildcard_mentions_notify: one.wildcard_mentions_notify,
    })
  }

  *toPeople(users: Iterable<number>): Generator<object> {
    for (const user of users) yield this.#row(user, this.#recipients.person(user), {})
    for (const { recipient, members } of this.#recipients.groupsOfPeople)
      for (const user of members) yield this.#row(user, recipient, {})
  }

  #row(user: number, recipient: number, more: object): object {
    return {
      id: ++this.#lastId,
      user_profile: user,
      recipient,
      active: true,
      is_user_active: this.#isActive(user),
      color: anyColor,
      is_muted: false,
      pin_to_top: false,
      ...more,
    }
  }
}

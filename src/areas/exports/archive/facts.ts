import { roles, type UserId } from '#contract'
import type { Organization } from '#platform/organization'
import type { Channel } from '../../channels/channel.ts'
import { channelObject } from '../../channels/serialize.ts'
import { subscribersCache } from '../../channels/subscribers-cache.ts'
import { customEmojiCache } from '../../custom-emoji/cache.ts'
import { serializeGroups } from '../../groups/serialize.ts'
import { linkifiersCache } from '../../linkifiers/cache.ts'
import { organizationCache } from '../../organization/cache.ts'
import { serializeSettings } from '../../organization-settings/serialize.ts'
import { profileFieldsCache } from '../../profile-fields/cache.ts'
import { toWire as serializeFields } from '../../profile-fields/profile-field.ts'
import { peopleCache } from '../../users/cache.ts'
import { userObject } from '../../users/serialize.ts'

/** Organization data that every member can see, in the API's format. */
export function factsOf(
  org: Organization,
  actingUserId: UserId,
  channels: readonly Channel[],
): Record<string, unknown> {
  const { name, description, subdomain, createdAt, settings } = org.get(organizationCache)
  const reader = { id: actingUserId, role: roles.administrator }
  return {
    'organization.json': {
      name,
      description,
      url: org.services.organizationUrl(subdomain),
      created_at: createdAt.toISOString(),
      settings: serializeSettings(org, settings),
    },
    'users.json': org
      .get(peopleCache)
      .all()
      .map((account) => userObject(org, reader, account)),
    'user_groups.json': serializeGroups(org, true),
    'custom_emoji.json': Object.values(org.get(customEmojiCache).toWire()),
    'profile_fields.json': serializeFields(org.get(profileFieldsCache).all),
    'linkifiers.json': org.get(linkifiersCache).list,
    'channels.json': channels.map((channel) => {
      const subscribers = org.get(subscribersCache).list(channel.id)
      return { ...channelObject(org, channel, subscribers.length), subscribers }
    }),
  }
}

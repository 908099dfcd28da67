import { roles, type UserId } from '#contract'
import type { Organization } from '#platform/organization'
import type { Channel } from '../../../channels/channels/channel.ts'
import { channelObject } from '../../../channels/channels/serialize.ts'
import { subscribersCache } from '../../../channels/channels/subscribers-cache.ts'
import { serializeGroups } from '../../../people/groups/serialize.ts'
import { organizationCache } from '../../../people/organization/cache.ts'
import { serializeSettings } from '../../../people/organization-settings/serialize.ts'
import { profileFieldsCache } from '../../../people/profile-fields/cache.ts'
import { toWire as serializeFields } from '../../../people/profile-fields/profile-field.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { userObject } from '../../../people/users/serialize.ts'
import { customEmojiCache } from '../../../text/custom-emoji/cache.ts'
import { linkifiersCache } from '../../../text/custom-links/linkifiers/cache.ts'

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

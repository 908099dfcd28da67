import { roles, type UserId } from '#contract'
import type { Organization } from '#platform/organization'
import type { Channel } from '../../channels/channel.ts'
import { channelObject } from '../../channels/present.ts'
import { subscribersMirror } from '../../channels/subscribers-mirror.ts'
import { customEmojiMirror } from '../../custom-emoji/mirror.ts'
import { presentGroups } from '../../groups/present.ts'
import { linkifiersMirror } from '../../linkifiers/mirror.ts'
import { organizationMirror } from '../../organization/mirror.ts'
import { presentSettings } from '../../organization-settings/present.ts'
import { profileFieldsMirror } from '../../profile-fields/mirror.ts'
import { toWire as presentFields } from '../../profile-fields/profile-field.ts'
import { peopleMirror } from '../../users/mirror.ts'
import { userObject } from '../../users/present.ts'

/** Organization data that every member can see, in the API's format. */
export function factsOf(
  org: Organization,
  actingUserId: UserId,
  channels: readonly Channel[],
): Record<string, unknown> {
  const { name, description, subdomain, createdAt, settings } = org.get(organizationMirror)
  const reader = { id: actingUserId, role: roles.administrator }
  return {
    'organization.json': {
      name,
      description,
      url: org.services.organizationUrl(subdomain),
      created_at: createdAt.toISOString(),
      settings: presentSettings(org, settings),
    },
    'users.json': org
      .get(peopleMirror)
      .all()
      .map((account) => userObject(org, reader, account)),
    'user_groups.json': presentGroups(org, true),
    'custom_emoji.json': Object.values(org.get(customEmojiMirror).toWire()),
    'profile_fields.json': presentFields(org.get(profileFieldsMirror).all),
    'linkifiers.json': org.get(linkifiersMirror).list,
    'channels.json': channels.map((channel) => {
      const subscribers = org.get(subscribersMirror).list(channel.id)
      return { ...channelObject(org, channel, subscribers.length), subscribers }
    }),
  }
}

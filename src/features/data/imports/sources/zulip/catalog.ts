import { roles } from '#contract'
import { type TopicsPolicy, topicsPolicies } from '../../../../channels/channels/wire.ts'
import type { Catalog, ChannelRecord, EmojiRecord, GroupRecord, Loss, PersonRecord } from '../../records.ts'
import { fileAt, filesIn } from './files.ts'
import { GroupHolders, ownGroups } from './holders.ts'
import { profileFieldsOf, profileOf } from './profiles.ts'
import type { Realm } from './realm.ts'
import { type Channel, type Person, recipientTypes } from './row.ts'

/** Times from which members receive messages of channels with protected history: by channel, by person. */
export type Beginnings = ReadonlyMap<number, ReadonlyMap<number, Date>>

export async function catalogOf(
  root: string,
  realm: Realm,
  beginnings: Beginnings,
  lose: (loss: Loss) => void,
): Promise<Catalog> {
  const { realm: own } = realm
  const holders = new GroupHolders(realm, lose)
  return {
    organization: {
      key: own?.uuid ?? (own ? `${own.string_id ?? ''}/${own.id}` : undefined),
      name: own?.name ?? undefined,
      description: own?.description ?? undefined,
      permissions: own && holders.organization(own),
    },
    people: await peopleOf(root, realm),
    profileFields: profileFieldsOf(realm),
    groups: groupsOf(realm, holders),
    emoji: await emojiOf(root, realm),
    channels: channelsOf(realm, beginnings, holders, lose),
  }
}

async function peopleOf(root: string, realm: Realm): Promise<PersonRecord[]> {
  const pictures = new Map<number, string>()
  for (const { user_profile_id, path, s3_path } of await filesIn(root, 'avatars')) {
    const file = path ?? s3_path
    // prefer the original upload of the picture
    if (user_profile_id && file && (file.endsWith('.original') || !pictures.has(user_profile_id)))
      pictures.set(user_profile_id, file)
  }
  return [...realm.people.values()].map((one) => {
    const picture = one.avatar_source === 'U' ? pictures.get(one.id) : undefined
    return {
      key: String(one.id),
      email: addressOf(one),
      fullName: one.full_name,
      role: roleOf(one.role ?? roles.member),
      isBot: one.is_bot,
      owner: one.bot_owner ? String(one.bot_owner) : undefined,
      isActive: one.is_active !== false && !one.is_mirror_dummy,
      timezone: one.timezone ?? undefined,
      avatar: picture === undefined ? undefined : fileAt(root, 'avatars', picture, 'avatar.png'),
      createdAt: one.date_joined,
      profile: profileOf(one.id, realm),
    }
  })
}

/** Placeholder addresses of the exporting server are undeliverable. */
const isMadeUp = (email: string) => /^exported-user-[0-9a-f]+@|^user\d+@/.test(email)

function addressOf({ delivery_email, email }: Person): string | undefined {
  const address = delivery_email || email || undefined
  return address && isMadeUp(address) ? undefined : address
}

function roleOf(role: number): PersonRecord['role'] {
  if (role <= roles.administrator) return 'administrator'
  if (role <= roles.moderator) return 'moderator'
  return role >= roles.guest ? 'guest' : 'member'
}

function groupsOf(realm: Realm, holders: GroupHolders): GroupRecord[] {
  const seen = new Set<number>()
  return ownGroups(realm).flatMap((group) => {
    const id = group.usergroup_ptr ?? group.id
    if (!id || seen.has(id)) return []
    seen.add(id)
    return [
      {
        key: String(id),
        name: group.name,
        description: group.description ?? '',
        people: (realm.groupMembers.get(id) ?? []).map(String),
        ...holders.inside(id, group.name),
        permissions: holders.group(group),
      },
    ]
  })
}

async function emojiOf(root: string, { emoji }: Realm): Promise<EmojiRecord[]> {
  const rows = await filesIn(root, 'emoji')
  return emoji
    .filter((one) => !one.deactivated)
    .map(({ name, file_name, author }) => {
      const row = rows.find((one) => (one.file_name ?? '') === (file_name ?? '-') || one.name === name)
      const path = row?.path ?? row?.s3_path ?? file_name ?? ''
      return {
        name,
        image: fileAt(root, 'emoji', path, file_name ?? name),
        author: author ? String(author) : undefined,
      }
    })
}

/** The API's names; archives contain their numbers, which count from 1 in this order. */
const topicsPolicyOf = (given: unknown): TopicsPolicy | undefined =>
  topicsPolicies.find((word, index) => given === word || given === index + 1)

function channelsOf(
  realm: Realm,
  beginnings: Beginnings,
  holders: GroupHolders,
  lose: (loss: Loss) => void,
): ChannelRecord[] {
  const recipients = new Map(
    [...realm.recipients.values()].flatMap(({ id, type, type_id }) =>
      type === recipientTypes.channel ? [[type_id, id] as const] : [],
    ),
  )
  return [...realm.channels.values()].map((one) => {
    const recipient = recipients.get(one.id)
    const members = recipient === undefined ? [] : (realm.subscriptions.get(recipient) ?? [])
    const since = beginnings.get(one.id)
    const topicsPolicy = topicsPolicyOf(one.topics_policy)
    if (topicsPolicy === undefined && one.topics_policy !== undefined && one.topics_policy !== null)
      lose({ loss: 'Unknown rules about empty topics', where: one.name })
    return {
      key: String(one.id),
      name: one.name,
      description: one.description ?? '',
      isPrivate: one.invite_only,
      isWebPublic: one.is_web_public,
      historyIsShared: isShared(one),
      isArchived: one.deactivated,
      createdAt: one.date_created,
      creator: one.creator ? String(one.creator) : undefined,
      permissions: holders.channel(one),
      topicsPolicy,
      members: members.map((member) => ({
        person: String(member.user_profile),
        isMuted: member.is_muted,
        isPinned: member.pin_to_top,
        color: member.color ?? undefined,
        // a member who hasn't received anything can't read any of it
        since: since ? (since.get(member.user_profile) ?? new Date(8.64e15)) : undefined,
      })),
    }
  })
}

export const isShared = ({ invite_only, history_public_to_subscribers }: Channel): boolean =>
  !invite_only || history_public_to_subscribers === true

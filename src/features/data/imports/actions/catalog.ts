import type { ChannelId, UserId } from '#contract'
import { shortened } from '#contract'
import { createChannels } from '../../../channels/channels/actions/create.ts'
import { renderChannelDescription } from '../../../channels/channels/rendered-description.ts'
import { addImportedMembers, type ImportedMember } from '../../../channels/subscriptions/actions/imported.ts'
import { readAheadIn } from '../../../messages/messages/actions/imported.ts'
import { addImportedGroup, setImportedPermissions } from '../../../people/groups/actions/imported.ts'
import { importCustomEmoji, takePicture } from '../../../text/custom-emoji/actions.ts'
import { customEmojiCache } from '../../../text/custom-emoji/cache.ts'
import { hasProtectedHistory, type PlannedChannel } from '../channels-plan.ts'
import { withCopy } from '../file-copy.ts'
import { type Import, idsOf, personId } from '../import.ts'

import type { GroupRecord } from '../records.ts'
import { insertMappings } from '../store.ts'
import type { Target } from '../target.ts'
import { permissionValues, roleGroups } from './permissions.ts'

const channelsTogether = 20
const maxPictureBytes = 10 * 2 ** 20

export async function writeEmoji(one: Import, mapped: Target['mapped']['emoji']): Promise<void> {
  const { org, blobs, job, report, scratch } = one
  for (const { name: given, image, author } of one.catalog.emoji) {
    const name = one.emoji.get(given)
    if (name === undefined || mapped.has(given) || org.get(customEmojiCache).byName.has(name)) continue
    try {
      const files = await withCopy(image, { folder: scratch, most: maxPictureBytes }, (path) =>
        takePicture(blobs, org.id, path),
      )
      await org.transact(null, async (mutation) => {
        const authorId = author === undefined ? null : (personId(one, author) ?? null)
        const id = await importCustomEmoji(mutation, name, files, authorId)
        await insertMappings(mutation.tx, job, 'emoji', [{ key: given, id, made: true }])
      })
    } catch (error) {
      report.lose({ loss: 'Custom emoji whose picture cannot be read', where: `${given}: ${(error as Error).message}` })
    }
  }
}

/** Creates the groups, subgroups first: members of a subgroup are members of the group that contains it. */
export async function writeGroups(one: Import, mapped: Target['mapped']['group']): Promise<void> {
  const { org, job, catalog } = one
  for (const record of inOrder(catalog.groups)) {
    const group = one.groups.get(record.key)
    if (!group) continue
    group.members = new Set(idsOf(one, membersOf(record, catalog.groups)))
    if (group.id !== undefined) continue
    const subgroups = record.groups.flatMap((key) => one.groups.get(key)?.id ?? [])
    group.id = await org.transact(null, async (mutation) => {
      const made = await addImportedGroup(mutation, {
        name: group.name,
        description: shortened(record.description, 1_000),
        members: idsOf(one, record.people).sort((a, b) => a - b),
        subgroups: [...subgroups, ...roleGroups(one, group.roles)].sort((a, b) => a - b),
      })
      await insertMappings(mutation.tx, job, 'group', [{ key: record.key, id: made, made: true }])
      return made
    })
  }
  // Permissions are set once all groups exist, since groups can refer to each other and to themselves.
  for (const [key, { id, permissions }] of one.groups)
    if (id !== undefined && (mapped.get(key)?.job_id ?? job.id) === job.id && Object.keys(permissions).length > 0)
      await org.transact(null, (mutation) => setImportedPermissions(mutation, id, permissionValues(one, permissions)))
}

/** Subgroups first; in a cycle, the link that closes it is left out. */
function inOrder(groups: readonly GroupRecord[]): GroupRecord[] {
  const byKey = new Map(groups.map((group) => [group.key, group]))
  const done = new Set<string>()
  const order: GroupRecord[] = []
  for (const first of groups) {
    const open: { group: GroupRecord; next: number }[] = [{ group: first, next: 0 }]
    while (open.length > 0) {
      const top = open.at(-1) as (typeof open)[number]
      const inner = byKey.get(top.group.groups[top.next++] ?? '')
      if (inner && !done.has(inner.key) && !open.some(({ group }) => group === inner))
        open.push({ group: inner, next: 0 })
      else if (top.next > top.group.groups.length) {
        open.pop()
        if (!done.has(top.group.key)) order.push(top.group)
        done.add(top.group.key)
      }
    }
  }
  return order
}

function membersOf(group: GroupRecord, groups: readonly GroupRecord[]): Set<string> {
  const byKey = new Map(groups.map((one) => [one.key, one]))
  const members = new Set<string>()
  const seen = new Set<string>()
  const open = [group]
  for (let one = open.pop(); one; one = open.pop()) {
    if (seen.has(one.key)) continue
    seen.add(one.key)
    for (const key of one.people) members.add(key)
    for (const key of one.groups) open.push(...[byKey.get(key) ?? []].flat())
  }
  return members
}

/** Creates channels with their members, who have read everything that is imported into them. */
export async function writeChannels(one: Import): Promise<void> {
  const { org, job } = one
  const missing = [...one.channels.values()].filter(({ id }) => id === undefined)
  for (let from = 0; from < missing.length; from += channelsTogether) {
    const some = missing.slice(from, from + channelsTogether)
    const descriptions = await Promise.all(some.map(({ description }) => renderChannelDescription(org, description)))
    const ids = await org.transact(null, async (mutation) => {
      const channels = await createChannels(
        mutation,
        some.map(({ record, name, description, permissions }, index) => ({
          name,
          description,
          renderedDescription: descriptions[index] ?? '',
          isPrivate: record.isPrivate,
          isWebPublic: record.isWebPublic === true && !record.isPrivate,
          historyPublicToSubscribers: !hasProtectedHistory(record),
          isArchived: record.isArchived,
          permissions: permissionValues(one, permissions),
          ...(record.topicsPolicy === undefined ? {} : { topicsPolicy: record.topicsPolicy }),
          creatorId: (record.creator === undefined ? undefined : personId(one, record.creator)) ?? null,
          createdAt: record.createdAt ?? mutation.now,
        })),
        null,
      )
      for (const [index, channel] of channels.entries()) {
        const members = membersIn(one, some[index] as PlannedChannel)
        await addImportedMembers(mutation, channel, members)
        await readAheadIn(
          mutation,
          channel,
          members.map(({ userId }) => userId),
          job.after_message_id,
        )
      }
      const rows = some.map(({ record }, index) => ({
        key: record.key,
        id: channels[index]?.id as ChannelId,
        made: true,
      }))
      await insertMappings(mutation.tx, job, 'channel', rows)
      return channels.map(({ id }) => id)
    })
    for (const [index, channel] of some.entries()) channel.id = ids[index]
  }
}

const isColor = /^#[0-9a-f]{6}$/i

function membersIn(one: Import, { record }: PlannedChannel): ImportedMember[] {
  const members = new Map<UserId, ImportedMember>()
  for (const { person, isMuted = false, isPinned = false, color, since } of record.members) {
    const userId = personId(one, person)
    if (userId === undefined) continue
    members.set(userId, {
      ...{ userId, isMuted, isPinned },
      color: color !== undefined && isColor.test(color) ? color : undefined,
      isLate: since !== undefined && hasProtectedHistory(record),
    })
  }
  return [...members.values()]
}

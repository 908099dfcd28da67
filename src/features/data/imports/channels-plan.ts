import type { ChannelId } from '#contract'
import { channelsCache } from '../../channels/channels/cache.ts'
import type { ChannelPermissionName } from '../../people/organization/permission-settings.ts'
import { channelDescription, channelName, uniqueName } from './names.ts'
import { type PermissionMeans, planChannelPermissions } from './permissions-plan.ts'
import type { ChannelRecord, Permissions } from './records.ts'
import type { Report } from './report.ts'
import type { Target } from './target.ts'

export interface PlannedChannel {
  readonly record: ChannelRecord
  readonly name: string
  readonly description: string
  id: ChannelId | undefined
  /** It came with an earlier archive: its members stay as they are. */
  readonly isOld: boolean
  readonly permissions: Permissions<ChannelPermissionName>
}

/** Each becomes a new channel, even if one has the same name: private messages must not get into a public channel. */
export function planChannels(
  channels: readonly ChannelRecord[],
  means: PermissionMeans,
  { org, mapped, jobId }: Target,
  report: Report,
): Map<string, PlannedChannel> {
  const memory = org?.get(channelsCache)
  const planned = new Map<string, PlannedChannel>()
  const taken = new Set<string>()
  const isTaken = (name: string) => taken.has(name) || memory?.named(name) !== undefined
  for (const record of channels) {
    if (planned.has(record.key)) {
      report.lose({ loss: 'Channels whose id is there twice', where: record.key })
      continue
    }
    const known = mapped.channel.get(record.key)
    const id = known && (known.mapped_id as ChannelId)
    const wanted = channelName(record.name)
    const name = (id && memory?.byId.get(id)?.name) ?? uniqueName(wanted, isTaken)
    taken.add(name.toLowerCase())
    const isOld = known !== undefined && known.job_id !== jobId
    const description = channelDescription(record.description)
    const permissions = isOld ? {} : planChannelPermissions(record, name, means)
    planned.set(record.key, { record, name, id, isOld, description, permissions })
    report.count(isOld ? 'channels imported before' : kindOf(record))
    if (isOld) continue
    for (const { person } of record.members)
      if (!means.people.has(person)) report.lose({ loss: 'Unknown members', where: `${name}: ${person}` })
    if (name !== record.name) report.change('Names of channels', `${record.name} → ${name}`)
    if (record.description.length > 0 && channelDescription(record.description) !== record.description)
      report.change('Descriptions of channels', name)
  }
  return planned
}

/** New members can't read messages sent before they joined. */
export const hasProtectedHistory = ({ isPrivate, historyIsShared }: ChannelRecord): boolean =>
  isPrivate && !historyIsShared

const kindOf = ({ isPrivate, isArchived }: ChannelRecord) =>
  `${isArchived ? 'archived ' : ''}${isPrivate ? 'private' : 'public'} channels`

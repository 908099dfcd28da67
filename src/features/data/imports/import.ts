import type { UserId } from '#contract'
import type { BlobStore } from '#platform/blobs'
import type { Organization } from '#platform/organization'
import { channelsCache } from '../../channels/channels/cache.ts'
import type { Channel } from '../../channels/channels/channel.ts'
import type { PermissionSettingName } from '../../people/organization/settings.ts'
import type { PlannedChannel } from './channels-plan.ts'
import type { PlannedGroup } from './names-plan.ts'
import type { PlannedPerson } from './people-plan.ts'
import type { PlannedProfiles } from './profiles-plan.ts'
import type { Catalog, Permissions } from './records.ts'
import type { Report } from './report.ts'
import type { Job } from './store.ts'

export interface Import {
  readonly org: Organization
  readonly blobs: BlobStore
  /** In MiB; null for no limit. */
  readonly quota: number | null
  readonly job: Job & { origin_id: number }
  readonly originName: string
  readonly catalog: Catalog
  readonly report: Report
  readonly scratch: string
  readonly people: Map<string, PlannedPerson>
  readonly permissions: Permissions<PermissionSettingName>
  readonly channels: ReadonlyMap<string, PlannedChannel>
  readonly profiles: PlannedProfiles
  /** Names of custom emoji here, by their names in the archive. */
  readonly emoji: Map<string, string>
  readonly groups: ReadonlyMap<string, PlannedGroup>
}

export const personId = ({ people }: Pick<Import, 'people'>, key: string): UserId | undefined => people.get(key)?.id

export function channelOf({ org, channels }: Import, key: string): Channel | undefined {
  const id = channels.get(key)?.id
  return id === undefined ? undefined : org.get(channelsCache).byId.get(id)
}

export const idsOf = (one: Pick<Import, 'people'>, keys: Iterable<string>): UserId[] => [
  ...new Set([...keys].flatMap((key) => personId(one, key) ?? [])),
]

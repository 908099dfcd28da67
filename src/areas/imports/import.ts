import type { UserId } from '#contract'
import type { BlobStore } from '#platform/blobs'
import type { Organization } from '#platform/organization'
import type { Channel } from '../channels/channel.ts'
import { channelsMirror } from '../channels/mirror.ts'
import type { PermissionSettingName } from '../organization/settings.ts'
import type { PlannedChannel } from './channels-plan.ts'
import type { PlannedGroup } from './names-plan.ts'
import type { PlannedPerson } from './people-plan.ts'
import type { PlannedProfiles } from './profiles-plan.ts'
import type { Catalog, Permissions } from './records.ts'
import type { Report } from './report.ts'
import type { Job } from './store.ts'

/** An archive that is being taken in. */
export interface Import {
  readonly org: Organization
  readonly blobs: BlobStore
  /** In MiB; without it there is no limit. */
  readonly quota: number | null
  readonly job: Job & { origin_id: number }
  readonly originName: string
  readonly catalog: Catalog
  readonly report: Report
  /** A folder for files on their way. */
  readonly scratch: string
  readonly people: Map<string, PlannedPerson>
  /** Of the whole organization. */
  readonly permissions: Permissions<PermissionSettingName>
  readonly channels: ReadonlyMap<string, PlannedChannel>
  readonly profiles: PlannedProfiles
  /** What emoji of the archive are called here, by their names there. */
  readonly emoji: Map<string, string>
  /** By their keys. */
  readonly groups: ReadonlyMap<string, PlannedGroup>
}

export const personId = ({ people }: Pick<Import, 'people'>, key: string): UserId | undefined => people.get(key)?.id

export function channelOf({ org, channels }: Import, key: string): Channel | undefined {
  const id = channels.get(key)?.id
  return id === undefined ? undefined : org.get(channelsMirror).byId.get(id)
}

/** Each id once. */
export const idsOf = (one: Pick<Import, 'people'>, keys: Iterable<string>): UserId[] => [
  ...new Set([...keys].flatMap((key) => personId(one, key) ?? [])),
]

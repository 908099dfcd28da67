import type { GroupId } from '#contract'
import type { PictureKind } from './picture.ts'
import type { OrganizationSettings, SystemGroupName } from './settings.ts'

export interface OrganizationFacts {
  readonly id: number
  subdomain: string
  name: string
  description: string
  renderedDescription: string
  createdAt: Date
  deactivatedAt: Date | null
  /** The URL on another server that it moved to. */
  movedTo: string | null
  settings: OrganizationSettings
  /** Overrides by the operator, by quota name; null for no limit. */
  quotas: Record<string, number | null>
  /** Default personal settings for new users, where they differ from the server's. */
  userSettingsDefaults: Record<string, unknown>
  systemGroups: ReadonlyMap<SystemGroupName, GroupId>
  pictures: Partial<Record<PictureKind, string>>
}

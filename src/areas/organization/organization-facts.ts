import type { GroupId } from '#contract'
import type { PictureKind } from './picture.ts'
import type { OrganizationSettings, SystemGroupName } from './settings.ts'

/** The organization's own row and settings, in memory. */
export interface OrganizationFacts {
  readonly id: number
  subdomain: string
  name: string
  description: string
  renderedDescription: string
  createdAt: Date
  deactivatedAt: Date | null
  /** The address on another server that it has moved to. */
  movedTo: string | null
  settings: OrganizationSettings
  /** What the operator has chosen for it alone, by the names of quotas; null for no limit. */
  quotas: Record<string, number | null>
  /** Defaults of personal settings for people who join later: those that differ from the server's. */
  userSettingsDefaults: Record<string, unknown>
  systemGroups: ReadonlyMap<SystemGroupName, GroupId>
  /** Names of the files of uploaded pictures. */
  pictures: Partial<Record<PictureKind, string>>
}

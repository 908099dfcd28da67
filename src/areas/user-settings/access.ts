import type { UserId } from '#contract'
import type { Organization } from '#platform/organization'
import { organizationMirror } from '../organization/mirror.ts'
import type { Account } from '../users/account.ts'
import { peopleMirror } from '../users/mirror.ts'
import { type UserSettings, userSettingDefaults } from './settings.ts'

export const userSettingsOf = ({ settings }: Pick<Account, 'settings'>): UserSettings => ({
  ...userSettingDefaults,
  ...settings,
})

export const defaultsOf = (org: Organization): UserSettings => ({
  ...userSettingDefaults,
  ...org.get(organizationMirror).userSettingsDefaults,
})

export const ownAccount = (org: Organization, viewer: { id: UserId }): Account =>
  org.get(peopleMirror).byId.get(viewer.id) as Account

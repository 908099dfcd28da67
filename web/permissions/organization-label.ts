import { enOrganizationSettings, type SettingWords } from '../texts/en-organization-settings.ts'

const settings: Readonly<Record<string, SettingWords | undefined>> = enOrganizationSettings

/** What the page of the organization calls a permission of it. */
export const labelInOrganization = (name: string): string => settings[name]?.label ?? name

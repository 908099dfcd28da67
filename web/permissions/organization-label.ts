import { organizationSettingTexts, type SettingWords } from '../texts/organization-settings.ts'

const settings: Readonly<Record<string, SettingWords | undefined>> = organizationSettingTexts

export const labelInOrganization = (name: string): string => settings[name]?.label ?? name

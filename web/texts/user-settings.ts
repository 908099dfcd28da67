import { messages } from 'messages:userSettings'
import type { ShownUserSetting } from '../declarations/api-only.ts'
import { spokenNames } from './language-names.ts'

interface UserSettingText {
  readonly label: string
  readonly help?: string
  readonly choices?: Readonly<Record<string, string>>
  readonly unit?: string
}

const { default_language: language, ...others } = messages

/** Personal settings, by API name. */
export const userSettingTexts: Readonly<Record<ShownUserSetting, UserSettingText>> = {
  ...others,
  default_language: { ...language, help: language.help(spokenNames) },
}

import { enPeopleSettings, type PeopleSettingsTexts } from './en-people-settings.ts'

/** Texts of the pages about people, invitations and bots. */
export const p: PeopleSettingsTexts = enPeopleSettings

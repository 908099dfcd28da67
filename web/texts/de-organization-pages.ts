import type { enOrganizationPages } from './en-organization-pages.ts'
import type { Translated } from './translated.ts'

export const deOrganizationPages: Translated<typeof enOrganizationPages> = {
  'organization-profile': 'Profil der Organisation',
  'organization-settings': 'Wie sie funktioniert',
  'organization-permissions': 'Wer was darf',
  'organization-level-user-defaults': 'Einstellungen für Neue',
  'default-channels-list': 'Kanäle für Neue',
  'channel-folders': 'Ordner für Kanäle',
  'profile-field-settings': 'Profilfelder',
  'emoji-settings': 'Emoji',
  'linkifier-settings': 'Automatische Links',
  'playground-settings': 'Code ausprobieren',
  domains: 'Domains',
  'auth-methods': 'Wege der Anmeldung',
  programs: 'Verbundene Programme',
}

import { part } from '../store/connection.ts'
import type { PermissionRules } from './value.ts'

const supported = part<Record<string, Record<string, PermissionRules>> | undefined>(
  'server_supported_permission_settings',
)

/** What is taken where the server says nothing. */
const anything: PermissionRules = {
  require_system_group: false,
  allow_internet_group: false,
  allow_nobody_group: true,
  allow_everyone_group: true,
  allowed_system_groups: [],
}

/** What a permission of the organization, of channels or of groups takes. */
export const rulesOf = (kind: 'realm' | 'stream' | 'group', name: string): PermissionRules =>
  supported.value?.[kind]?.[name] ?? anything

import { part } from '../store/connection.ts'
import type { PermissionRules } from './value.ts'

const supported = part<Record<string, Record<string, PermissionRules>> | undefined>(
  'server_supported_permission_settings',
)

const anything: PermissionRules = {
  require_system_group: false,
  allow_internet_group: false,
  allow_nobody_group: true,
  allow_everyone_group: true,
  allowed_system_groups: [],
}

export const rulesOf = (kind: 'realm' | 'stream' | 'group', name: string): PermissionRules =>
  supported.value?.[kind]?.[name] ?? anything

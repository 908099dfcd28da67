import { messages } from 'messages:directories'
import type { Open } from './open.ts'

/** Texts of the LDAP directories page. */
export const directories: Open<
  typeof messages,
  'accounts' | 'states' | 'phases' | 'counts' | 'kinds' | 'kindsWith' | 'roles'
> = messages

import { z } from '#contract'
import { count, declareOptions, option } from '#platform/config'

export const directoryOptions = declareOptions('sign-in', {
  ldapFile: option(
    z.string().min(1).optional(),
    'FILE',
    'JSON file with LDAP or Active Directory servers for sign-in and synchronization. See docs/ldap.md.',
    { reloadable: true },
  ),
  directorySyncMinutes: option(
    count(60, 100_000),
    'N',
    'How often to synchronize people and groups from directories, in minutes. 0 means only on request.',
  ),
})

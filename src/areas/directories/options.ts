import { z } from '#contract'
import { count, declareOptions, option } from '#platform/config'

export const directoryOptions = declareOptions({
  ldapFile: option(
    z.string().min(1).optional(),
    'FILE',
    'Directories (LDAP, Active Directory) to sign in with and to take people from: a JSON file, described in docs/ldap.md.',
  ),
  directorySyncMinutes: option(
    count(60, 100_000),
    'N',
    'How often people and groups are brought in line with the directories; 0: when somebody asks for it.',
  ),
})

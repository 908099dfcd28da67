import type { Runtime } from '#platform/runtime'
import { keepCommand } from '../../areas/audit-log/actions.ts'
import { auditLog } from './audit-log.ts'
import { makeBackup } from './backups.ts'
import { deleteOrganization } from './deletion.ts'
import { loadDemonstration } from './demonstration.ts'
import { exportEverything, exportOrganization, exportSite } from './exports.ts'
import { importUsers } from './import.ts'
import { importArchive, type Tell } from './imports.ts'
import { restoreMessage } from './messages.ts'
import { importOrganization } from './org-import.ts'
import { allowFullExport, redirectOrganization } from './org-move.ts'
import {
  createOrganization,
  deactivateOrganization,
  listOrganizations,
  organizationNamed,
  reactivateOrganization,
  renameOrganization,
} from './organizations.ts'
import {
  apiKeyOf,
  changeUserRole,
  createUser,
  deactivateUser,
  listUsers,
  reactivateUser,
  setUserPassword,
} from './users.ts'

export type { ImportedUser, UserToImport } from './import.ts'
export type { ChangedOrganization, NewOrganization, ShownOrganization } from './organizations.ts'
export type { RoleName, ShownUser } from './users.ts'

/**
 * What the command line does to a server: in the process that holds the database, whichever that is. Arguments and
 * results travel as JSON.
 */
export const operations = {
  createOrganization,
  listOrganizations,
  renameOrganization,
  deactivateOrganization,
  reactivateOrganization,
  deleteOrganization,
  createUser,
  importUsers,
  listUsers,
  apiKeyOf,
  changeUserRole,
  setUserPassword,
  deactivateUser,
  reactivateUser,
  loadDemonstration,
  restoreMessage,
  exportOrganization,
  importArchive,
  exportEverything,
  exportSite,
  importOrganization,
  redirectOrganization,
  allowFullExport,
  auditLog,
  makeBackup,
}

/** Hears how far something is that takes its time. */
export type { Tell } from './imports.ts'

type Operations = typeof operations
export type OperationName = keyof Operations
export type InputOf<N extends OperationName> = Parameters<Operations[N]>[1]
export type OutcomeOf<N extends OperationName> = Awaited<ReturnType<Operations[N]>>

/** Those whose doing stands in the organization's audit log, by the names of their commands. */
const audited: { readonly [N in OperationName]?: string } = {
  renameOrganization: 'org rename',
  deactivateOrganization: 'org deactivate',
  reactivateOrganization: 'org reactivate',
  createUser: 'user create',
  importUsers: 'user import',
  apiKeyOf: 'user api-key',
  changeUserRole: 'user change-role',
  setUserPassword: 'user set-password',
  deactivateUser: 'user deactivate',
  reactivateUser: 'user reactivate',
  restoreMessage: 'message restore',
  exportOrganization: 'export',
}

/** Does it, and keeps in the audit log that it was done. */
export async function operate<N extends OperationName>(
  runtime: Runtime,
  name: N,
  input: InputOf<N>,
  tell?: Tell,
): Promise<OutcomeOf<N>> {
  const operation = operations[name] as (runtime: Runtime, input: InputOf<N>, tell?: Tell) => Promise<OutcomeOf<N>>
  const outcome = await operation(runtime, input, tell)
  const command = audited[name]
  if (command !== undefined) {
    const { org: named, ...params } = input as { org?: string }
    const org = await organizationNamed(runtime, named)
    await org.write(null, (act) => keepCommand(act, command, params))
  }
  return outcome
}

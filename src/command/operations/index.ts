import { makeBackup } from './backups.ts'
import { deleteOrganization } from './deletion.ts'
import { loadDemonstration } from './demonstration.ts'
import { exportEverything, exportOrganization, exportSite } from './exports.ts'
import { importUsers } from './import.ts'
import { importArchive } from './imports.ts'
import { restoreMessage } from './messages.ts'
import { importOrganization } from './org-import.ts'
import { allowFullExport, redirectOrganization } from './org-move.ts'
import {
  createOrganization,
  deactivateOrganization,
  listOrganizations,
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
  makeBackup,
}

/** Hears how far something is that takes its time. */
export type { Tell } from './imports.ts'

type Operations = typeof operations
export type OperationName = keyof Operations
export type InputOf<N extends OperationName> = Parameters<Operations[N]>[1]
export type OutcomeOf<N extends OperationName> = Awaited<ReturnType<Operations[N]>>

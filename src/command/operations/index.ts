import { ApiError } from '#contract'
import type { WorkProgress } from '#platform/db'
import type { MoveProgress } from '#platform/moves'
import type { Runtime } from '#platform/runtime'
import { keepCommand } from '../../features/people/audit-log/actions.ts'
import { FailedError } from '../errors.ts'
import { auditLog } from './audit-log.ts'
import { copyDatabaseFiles, makeBackup } from './backups.ts'
import { checkDatabase } from './database-check.ts'
import { moveToDatabase } from './database-move.ts'
import { deleteOrganization } from './deletion.ts'
import { loadDemonstration } from './demonstration/demonstration.ts'
import { syncDirectories } from './directories.ts'
import { exportEverything, exportForZulip, exportOrganization, exportSite } from './exports.ts'
import { importUsers } from './import.ts'
import { type Progress as ImportProgress, importArchive, type OwnerMade } from './imports.ts'
import { inviteImportedUsers } from './invitations.ts'
import { deliverMail } from './mail.ts'
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
import { changeQuotas, showQuotas } from './quotas.ts'
import { reloadServer } from './reload.ts'
import {
  apiKeyOf,
  changeUserRole,
  createUser,
  deactivateUser,
  listUsers,
  reactivateUser,
  removeSecondFactor,
  secondFactorOf,
  setUserPassword,
} from './users.ts'

export type { MovedOrganization } from './database-move.ts'
export type { Synchronized } from './directories.ts'
export type { ImportedUser, UserToImport } from './import.ts'
export type { ChangedOrganization, NewOrganization, ShownOrganization } from './organizations.ts'
export type { QuotaChanges, ShownQuotas } from './quotas.ts'
export type { RoleName, ShownUser } from './users.ts'

/** The command line's operations, run in the process that holds the database. Arguments and results travel as JSON. */
export const operations = {
  createOrganization,
  listOrganizations,
  renameOrganization,
  deactivateOrganization,
  reactivateOrganization,
  deleteOrganization,
  createUser,
  importUsers,
  inviteImportedUsers,
  listUsers,
  apiKeyOf,
  changeUserRole,
  setUserPassword,
  deactivateUser,
  reactivateUser,
  secondFactorOf,
  removeSecondFactor,
  loadDemonstration,
  restoreMessage,
  deliverMail,
  exportOrganization,
  importArchive,
  exportEverything,
  exportForZulip,
  exportSite,
  importOrganization,
  moveToDatabase,
  redirectOrganization,
  allowFullExport,
  showQuotas,
  changeQuotas,
  syncDirectories,
  auditLog,
  makeBackup,
  copyDatabaseFiles,
  checkDatabase,
  reloadServer,
}

export type Progress =
  | ImportProgress
  | OwnerMade
  | MoveProgress
  | WorkProgress
  | { readonly phase: 'writing'; readonly percent: number }
export type ReportProgress = (progress: Progress) => void

type Operations = typeof operations
export type OperationName = keyof Operations
export type InputOf<N extends OperationName> = Parameters<Operations[N]>[1]
export type OutcomeOf<N extends OperationName> = Awaited<ReturnType<Operations[N]>>

/** Operations that are recorded in the audit log, under their command's name. */
const audited: { readonly [N in OperationName]?: string } = {
  renameOrganization: 'org rename',
  deactivateOrganization: 'org deactivate',
  reactivateOrganization: 'org reactivate',
  moveToDatabase: 'org move',
  redirectOrganization: 'org redirect',
  allowFullExport: 'org full-export',
  changeQuotas: 'org quota',
  createUser: 'user create',
  importUsers: 'user import',
  inviteImportedUsers: 'user invite',
  apiKeyOf: 'user api-key',
  changeUserRole: 'user change-role',
  setUserPassword: 'user set-password',
  deactivateUser: 'user deactivate',
  reactivateUser: 'user reactivate',
  removeSecondFactor: 'user second-factor --remove',
  restoreMessage: 'message restore',
  exportOrganization: 'export',
  exportEverything: 'export --full',
  exportForZulip: 'export --format zulip',
  exportSite: 'export --html',
  importArchive: 'import',
  importOrganization: 'org import',
}

/** Runs an operation and records it in the audit log. */
export async function operate<N extends OperationName>(
  runtime: Runtime,
  name: N,
  input: InputOf<N>,
  tell?: ReportProgress,
): Promise<OutcomeOf<N>> {
  const operation = operations[name] as (
    runtime: Runtime,
    input: InputOf<N>,
    tell?: ReportProgress,
  ) => Promise<OutcomeOf<N>>
  const begun = performance.now()
  const outcome = await operation(runtime, input, tell).catch((err: unknown) => {
    const isExpected = err instanceof ApiError || err instanceof FailedError
    const failed = { command: audited[name] ?? name, err: isExpected ? { message: err.message } : err }
    runtime.log.event('command.failed', failed, { level: isExpected ? 'info' : 'error' })
    throw err
  })
  runtime.log.event('command.finished', { command: audited[name] ?? name, ms: Math.round(performance.now() - begun) })
  const command = audited[name]
  // a dry run changes nothing
  if (command !== undefined && !(input as { dryRun?: boolean }).dryRun) {
    const { org: named, migrationStatus: _, into: __, ...params } = input as Record<string, unknown>
    const org = await organizationNamed(runtime, placeOf(name, input, outcome) ?? (named as string | undefined))
    await org.transact(null, (mutation) => keepCommand(mutation, command, params))
  }
  return outcome
}

/** The subdomain of the organization that an import filled. */
function placeOf(name: OperationName, input: unknown, outcome: unknown): string | undefined {
  if (name === 'importOrganization') return (input as InputOf<'importOrganization'>).subdomain
  if (name === 'importArchive') return (outcome as OutcomeOf<'importArchive'>).subdomain ?? undefined
  return undefined
}

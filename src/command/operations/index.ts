import { loadDemonstration } from './demonstration.ts'
import { exportOrganization } from './exports.ts'
import { restoreMessage } from './messages.ts'
import { createOrganization } from './organizations.ts'
import { apiKeyOf, createUser, deactivateUser, listUsers } from './users.ts'

export type { NewOrganization } from './organizations.ts'
export type { RoleName, ShownUser } from './users.ts'

/**
 * What the command line does to a server: in the process that holds the database, whichever that is. Arguments and
 * results travel as JSON.
 */
export const operations = {
  createOrganization,
  createUser,
  listUsers,
  apiKeyOf,
  deactivateUser,
  loadDemonstration,
  restoreMessage,
  exportOrganization,
}

export type Operations = typeof operations
export type OperationName = keyof Operations
export type InputOf<N extends OperationName> = Parameters<Operations[N]>[1]
export type OutcomeOf<N extends OperationName> = Awaited<ReturnType<Operations[N]>>

import { dayMs, type UserId } from '#contract'
import type { Mutation, Organization } from '#platform/organization'
import type { AuditedCall } from '#platform/serve'
import { keptParams } from './audit-params.ts'
import * as store from './store.ts'

interface AuditedAction {
  /** Null for a directory that synchronizes the organization. */
  readonly userId: UserId | null
  readonly action: string
  readonly params: Readonly<Record<string, unknown>>
  readonly address: string
  readonly client: string
}

export async function keepCall(mutation: Mutation, { endpoint, params, address, client }: AuditedCall): Promise<void> {
  await store.insert(mutation.tx, {
    org_id: mutation.org.id,
    at: mutation.now,
    acting_user_id: mutation.viewerId,
    action: `${endpoint.method} ${endpoint.path}`,
    params: keptParams(params),
    address,
    client,
  })
}

/** The same for changes outside the API: on a page, or with another protocol. */
export async function recordAction(
  mutation: Mutation,
  { userId, action, params, address, client }: AuditedAction,
): Promise<void> {
  await store.insert(mutation.tx, {
    org_id: mutation.org.id,
    at: mutation.now,
    acting_user_id: userId,
    action,
    params: keptParams(params),
    address,
    client,
  })
}

/** The same for commands of the server's operator, and for the server's own changes. */
export async function keepCommand(
  mutation: Mutation,
  command: string,
  params: Readonly<Record<string, unknown>>,
  client: 'command line' | 'server' = 'command line',
): Promise<void> {
  await store.insert(mutation.tx, {
    org_id: mutation.org.id,
    at: mutation.now,
    acting_user_id: null,
    action: command,
    params: keptParams(params),
    address: '',
    client,
  })
}

const atOnce = 1_000

export async function forgetOld(org: Organization, keptDays: number): Promise<void> {
  const before = new Date(org.now().getTime() - keptDays * dayMs)
  while ((await org.db.transaction((tx) => store.removeOlder(tx, org.id, before, atOnce))) === atOnce);
}

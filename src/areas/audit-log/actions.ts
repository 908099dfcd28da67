import { dayMs, type UserId } from '#contract'
import type { Act, Organization } from '#platform/organization'
import type { AuditedCall } from '#platform/serve'
import { keptParams } from './audit-params.ts'
import * as store from './store.ts'

interface Deed {
  /** Null for what nobody of the organization does, but a directory that keeps it. */
  readonly userId: UserId | null
  readonly action: string
  readonly params: Readonly<Record<string, unknown>>
  readonly address: string
  readonly client: string
}

/** Keeps what a call has changed, in the act that changed it. */
export async function keepCall(act: Act, { endpoint, params, address, client }: AuditedCall): Promise<void> {
  await store.insert(act.tx, {
    org_id: act.org.id,
    at: act.now,
    acting_user_id: act.viewerId,
    action: `${endpoint.method} ${endpoint.path}`,
    params: keptParams(params),
    address,
    client,
  })
}

/** The same for what somebody does by no endpoint of the API: on a page, or by a protocol of its own. */
export async function keepDeed(act: Act, { userId, action, params, address, client }: Deed): Promise<void> {
  await store.insert(act.tx, {
    org_id: act.org.id,
    at: act.now,
    acting_user_id: userId,
    action,
    params: keptParams(params),
    address,
    client,
  })
}

/** The same for what whoever runs the server does by a command, or the server does by itself. */
export async function keepCommand(
  act: Act,
  command: string,
  params: Readonly<Record<string, unknown>>,
  client: 'command line' | 'server' = 'command line',
): Promise<void> {
  await store.insert(act.tx, {
    org_id: act.org.id,
    at: act.now,
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

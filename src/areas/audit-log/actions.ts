import { dayMs } from '#contract'
import type { Act, Organization } from '#platform/organization'
import type { AuditedCall } from '#platform/serve'
import { keptParams } from './audit-params.ts'
import * as store from './store.ts'

/** A call as the log keeps it: of an endpoint, or of another protocol's address. */
interface KeptCall extends Omit<AuditedCall, 'endpoint'> {
  readonly endpoint: { readonly method: string; readonly path: string }
}

/** Keeps what a call has changed, in the act that changed it. */
export async function keepCall(act: Act, { endpoint, params, address, client }: KeptCall): Promise<void> {
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

/** The same for what whoever runs the server does by a command. */
export async function keepCommand(act: Act, command: string, params: Readonly<Record<string, unknown>>): Promise<void> {
  await store.insert(act.tx, {
    org_id: act.org.id,
    at: act.now,
    acting_user_id: null,
    action: command,
    params: keptParams(params),
    address: '',
    client: 'command line',
  })
}

const atOnce = 1_000

export async function forgetOld(org: Organization, keptDays: number): Promise<void> {
  const before = new Date(org.now().getTime() - keptDays * dayMs)
  while ((await org.db.transaction((tx) => store.removeOlder(tx, org.id, before, atOnce))) === atOnce);
}

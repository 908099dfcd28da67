import type { Act } from '#platform/organization'
import { keepDeed } from '../audit-log/actions.ts'
import { otherVersion } from './scim-error.ts'
import { namesVersion } from './version.ts'

/** Who asks for a change, and on which condition. */
export interface Caller {
  readonly tokenName: string
  readonly address: string
  /** The header `If-Match`; empty for none. */
  readonly ifMatch: string
  /** What of the request could not be used; shown to administrators. */
  readonly notes: string[]
}

/** How the audit log calls whoever acts by a directory's token. */
const directoryClient = (tokenName: string): string => `Directory: ${tokenName}`

/** Refuses a change of what has become another version. */
export function checkVersion({ ifMatch }: Caller, version: string): void {
  if (ifMatch !== '' && !namesVersion(ifMatch, version)) throw otherVersion()
}

/** Keeps what a directory has changed in the audit log, in the act that changed it. */
export async function keepChange(
  act: Act,
  { tokenName, address }: Caller,
  action: `${'POST' | 'PATCH' | 'DELETE'} /${string}`,
  params: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (!act.hasWritten) return
  const [method, path] = action.split(' ') as ['POST' | 'PATCH' | 'DELETE', string]
  await keepDeed(act, {
    userId: null,
    action: `${method} ${path}`,
    params,
    address,
    client: directoryClient(tokenName),
  })
}

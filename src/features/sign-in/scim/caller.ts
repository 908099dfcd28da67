import type { Mutation } from '#platform/organization'
import { recordAction } from '../../people/audit-log/actions.ts'
import { otherVersion } from './scim-error.ts'
import { namesVersion } from './version.ts'

export interface Caller {
  readonly tokenName: string
  readonly address: string
  /** The `If-Match` header; empty if none. */
  readonly ifMatch: string
  /** Parts of the request that couldn't be used, shown to administrators. */
  readonly notes: string[]
}

const directoryClient = (tokenName: string): string => `Directory: ${tokenName}`

/** Throws if the resource's version doesn't match. */
export function checkVersion({ ifMatch }: Caller, version: string): void {
  if (ifMatch !== '' && !namesVersion(ifMatch, version)) throw otherVersion()
}

/** Writes the audit log entry in the same act as the change. */
export async function keepChange(
  mutation: Mutation,
  { tokenName, address }: Caller,
  action: `${'POST' | 'PATCH' | 'DELETE'} /${string}`,
  params: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (!mutation.hasWritten) return
  const [method, path] = action.split(' ') as ['POST' | 'PATCH' | 'DELETE', string]
  await recordAction(mutation, {
    userId: null,
    action: `${method} ${path}`,
    params,
    address,
    client: directoryClient(tokenName),
  })
}

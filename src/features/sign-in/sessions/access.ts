import { networkOf } from '#platform/http'
import type { Context, OpenContext } from '#platform/serve'
import type { Account } from '../../people/users/account.ts'
import * as store from './store.ts'

const freshMs = 10 * 60_000

/** Whether the user signed in to this browser within minutes: for calls that need more than a session. */
export async function signedInLately({ read, request, server }: Context): Promise<boolean> {
  const { session } = request
  const began = session && (await read((tx) => store.beganAt(tx, session.id)))
  return began !== undefined && server.now().getTime() - began.getTime() < freshMs
}

export async function hasSessionFromNetwork({ read, request }: OpenContext, { id }: Account): Promise<boolean> {
  const sessions = await read((tx) => store.ofUser(tx, id))
  return sessions.some(({ address }) => networkOf(address) === request.network)
}

import { randomBytes } from 'node:crypto'
import { isAdministrator, seconds, type UserId } from '#contract'
import type { Mutation, Organization } from '#platform/organization'
import { checkTotal, maxPerOrganization } from '../../../people/organization/totals.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { endTokens } from '../../../sign-in/access-tokens/actions.ts'
import * as api from '../api.ts'
import type { ProgramFacts } from '../client-document.ts'
import { noSuchProgram, OAuthRefusal } from '../errors.ts'
import * as store from '../store.ts'

/** How long to keep programs without access, normally and when there's no room for others. */
const rememberedMs = 86_400_000
const rememberedWhenFullMs = 3_600_000
const atOnce = 1_000

export const serialize = (row: store.Client, accounts: number): api.OAuthClient => ({
  id: row.id,
  client_id: row.client_id,
  name: row.name,
  redirect_uris: row.redirect_uris,
  made_known_by: row.made_known_by as api.OAuthClient['made_known_by'],
  date_created: seconds(row.created_at),
  accounts,
})

const administrators = (org: Organization): UserId[] =>
  org
    .get(peopleCache)
    .all()
    .filter((one) => one.isActive && one.botType === null && isAdministrator(one))
    .map(({ id }) => id)

/** `clientId` is the URL of the program's metadata document, if it has one. */
async function keep(
  mutation: Mutation,
  { name, redirectUris }: ProgramFacts,
  made_known_by: api.OAuthClient['made_known_by'],
  clientId = randomBytes(16).toString('base64url'),
): Promise<store.Client> {
  const { tx, org, now } = mutation
  const row = await store.insertClient(tx, {
    org_id: org.id,
    client_id: clientId,
    name,
    redirect_uris: [...redirectUris],
    made_known_by,
    created_at: now,
  })
  mutation.emit(api.oauthClientAdded, { oauth_client: serialize(row, 0) }, administrators(org))
  return row
}

/** Registers a program at its own request. Throws if there are too many. */
export async function registerClient(mutation: Mutation, facts: ProgramFacts): Promise<store.Client> {
  await makeRoom(mutation)
  return keep(mutation, facts, 'itself')
}

/** Throws if the organization is at its limit and no program can be deleted. */
async function makeRoom(mutation: Mutation): Promise<void> {
  const most = maxPerOrganization['connected programs']
  if ((await store.countClients(mutation.tx, mutation.org.id)) < most) return
  if ((await forget(mutation, rememberedWhenFullMs)) === 0)
    throw new OAuthRefusal('temporarily_unavailable', 'There are too many programs already', 503)
}

/** Registers a program for an administrator, who vouches for it. */
export async function addClient(mutation: Mutation, facts: ProgramFacts): Promise<store.Client> {
  checkTotal(maxPerOrganization, 'connected programs', await store.countClients(mutation.tx, mutation.org.id))
  return keep(mutation, facts, 'administrator')
}

/** Stores a program's metadata document when a user grants it access. */
export async function keepDocument(mutation: Mutation, clientId: string, facts: ProgramFacts): Promise<store.Client> {
  const row = await store.findClient(mutation.tx, mutation.org.id, clientId)
  if (!row) {
    await makeRoom(mutation)
    return keep(mutation, facts, 'document', clientId)
  }
  await store.updateClient(mutation.tx, row.id, facts.name, [...facts.redirectUris])
  return row
}

/** Also revokes the program's access. */
export async function removeClient(mutation: Mutation, id: number): Promise<void> {
  if (!(await store.clientWithId(mutation.tx, mutation.org.id, id))) throw noSuchProgram()
  await endTokens(mutation, await store.tokensOfClient(mutation.tx, id))
  await remove(mutation, [id])
}

async function remove(mutation: Mutation, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await store.removeClients(mutation.tx, ids)
  const hearers = administrators(mutation.org)
  for (const oauth_client_id of ids) mutation.emit(api.oauthClientRemoved, { oauth_client_id }, hearers)
}

/** Deletes programs without access of this age; returns their number. */
export async function forget(mutation: Mutation, forMs = rememberedMs): Promise<number> {
  const ids = await store.unusedClients(mutation.tx, mutation.org.id, new Date(mutation.now.getTime() - forMs), atOnce)
  await remove(mutation, ids)
  return ids.length
}

import { randomBytes } from 'node:crypto'
import { isAdministrator, seconds, type UserId } from '#contract'
import type { Act, Organization } from '#platform/organization'
import { endTokens } from '../../access-tokens/actions.ts'
import { checkTotal, mostOfOrganization } from '../../organization/totals.ts'
import { peopleMirror } from '../../users/mirror.ts'
import * as api from '../api.ts'
import type { ProgramFacts } from '../client-document.ts'
import { noSuchProgram, OAuthRefusal } from '../errors.ts'
import * as store from '../store.ts'

/** How long to keep programs without access, normally and when there's no room for others. */
const rememberedMs = 86_400_000
const rememberedWhenFullMs = 3_600_000
const atOnce = 1_000

export const present = (row: store.Client, accounts: number): api.OAuthClient => ({
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
    .get(peopleMirror)
    .all()
    .filter((one) => one.isActive && one.botType === null && isAdministrator(one))
    .map(({ id }) => id)

/** `clientId` is the URL of the program's metadata document, if it has one. */
async function keep(
  act: Act,
  { name, redirectUris }: ProgramFacts,
  made_known_by: api.OAuthClient['made_known_by'],
  clientId = randomBytes(16).toString('base64url'),
): Promise<store.Client> {
  const { tx, org, now } = act
  const row = await store.insertClient(tx, {
    org_id: org.id,
    client_id: clientId,
    name,
    redirect_uris: [...redirectUris],
    made_known_by,
    created_at: now,
  })
  act.emit(api.oauthClientAdded, { oauth_client: present(row, 0) }, administrators(org))
  return row
}

/** Registers a program at its own request. Throws if there are too many. */
export async function registerClient(act: Act, facts: ProgramFacts): Promise<store.Client> {
  await makeRoom(act)
  return keep(act, facts, 'itself')
}

/** Throws if the organization is at its limit and no program can be deleted. */
async function makeRoom(act: Act): Promise<void> {
  const most = mostOfOrganization['connected programs']
  if ((await store.countClients(act.tx, act.org.id)) < most) return
  if ((await forget(act, rememberedWhenFullMs)) === 0)
    throw new OAuthRefusal('temporarily_unavailable', 'There are too many programs already', 503)
}

/** Registers a program for an administrator, who vouches for it. */
export async function addClient(act: Act, facts: ProgramFacts): Promise<store.Client> {
  checkTotal(mostOfOrganization, 'connected programs', await store.countClients(act.tx, act.org.id))
  return keep(act, facts, 'administrator')
}

/** Stores a program's metadata document when a user grants it access. */
export async function keepDocument(act: Act, clientId: string, facts: ProgramFacts): Promise<store.Client> {
  const row = await store.findClient(act.tx, act.org.id, clientId)
  if (!row) {
    await makeRoom(act)
    return keep(act, facts, 'document', clientId)
  }
  await store.updateClient(act.tx, row.id, facts.name, [...facts.redirectUris])
  return row
}

/** Also revokes the program's access. */
export async function removeClient(act: Act, id: number): Promise<void> {
  if (!(await store.clientWithId(act.tx, act.org.id, id))) throw noSuchProgram()
  await endTokens(act, await store.tokensOfClient(act.tx, id))
  await remove(act, [id])
}

async function remove(act: Act, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await store.removeClients(act.tx, ids)
  const hearers = administrators(act.org)
  for (const oauth_client_id of ids) act.emit(api.oauthClientRemoved, { oauth_client_id }, hearers)
}

/** Deletes programs without access of this age; returns their number. */
export async function forget(act: Act, forMs = rememberedMs): Promise<number> {
  const ids = await store.unusedClients(act.tx, act.org.id, new Date(act.now.getTime() - forMs), atOnce)
  await remove(act, ids)
  return ids.length
}

import type { UserId } from '#contract'
import { anyOf, type NewRow, type Row, type Tx } from '#platform/db'

export type Client = Row<'oauth_client'>

export const insertClient = (tx: Tx, row: NewRow<'oauth_client'>): Promise<Client> =>
  tx.insertInto('oauth_client').values(row).returningAll().executeTakeFirstOrThrow()

export const updateClient = (tx: Tx, id: number, name: string, redirect_uris: string[]): Promise<unknown> =>
  tx.updateTable('oauth_client').set({ name, redirect_uris }).where('id', '=', id).execute()

export const findClient = (tx: Tx, orgId: number, clientId: string): Promise<Client | undefined> =>
  tx
    .selectFrom('oauth_client')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()

export const clientWithId = (tx: Tx, orgId: number, id: number): Promise<Client | undefined> =>
  tx.selectFrom('oauth_client').selectAll().where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst()

export const countClients = async (tx: Tx, orgId: number): Promise<number> =>
  Number(
    (
      await tx
        .selectFrom('oauth_client')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('org_id', '=', orgId)
        .executeTakeFirstOrThrow()
    ).count,
  )

/** With the number of accounts that granted access; newest first. */
export const clientsWithUses = (tx: Tx, orgId: number): Promise<(Client & { accounts: number | string })[]> =>
  tx
    .selectFrom('oauth_client')
    .selectAll()
    .select(({ selectFrom, ref }) =>
      selectFrom('oauth_grant')
        .innerJoin('access_token', 'access_token.id', 'oauth_grant.token_id')
        .select(({ fn }) => fn.count<number>('access_token.user_id').distinct().as('accounts'))
        .whereRef('oauth_grant.oauth_client_id', '=', ref('oauth_client.id'))
        .$asScalar()
        .$notNull()
        .as('accounts'),
    )
    .where('org_id', '=', orgId)
    .orderBy('id', 'desc')
    .execute()

export const removeClients = (tx: Tx, ids: readonly number[]): Promise<unknown> =>
  tx.deleteFrom('oauth_client').where('id', '=', anyOf(ids)).execute()

/** Programs that registered themselves before a time and have no access. */
export const unusedClients = async (tx: Tx, orgId: number, before: Date, limit: number): Promise<number[]> =>
  (
    await tx
      .selectFrom('oauth_client')
      .select('id')
      .where('org_id', '=', orgId)
      .where('made_known_by', '<>', 'administrator')
      .where('created_at', '<', before)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('oauth_grant').select('token_id').whereRef('oauth_client_id', '=', 'oauth_client.id'))),
      )
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('oauth_code').select('code_hash').whereRef('oauth_client_id', '=', 'oauth_client.id'))),
      )
      .limit(limit)
      .execute()
  ).map(({ id }) => id)

export const insertCode = (tx: Tx, row: NewRow<'oauth_code'>): Promise<unknown> =>
  tx.insertInto('oauth_code').values(row).execute()

export const takeCode = (tx: Tx, orgId: number, hash: string): Promise<Row<'oauth_code'> | undefined> =>
  tx
    .deleteFrom('oauth_code')
    .where('org_id', '=', orgId)
    .where('code_hash', '=', hash)
    .returningAll()
    .executeTakeFirst()

export const removeCodesOf = (tx: Tx, userId: UserId): Promise<unknown> =>
  tx.deleteFrom('oauth_code').where('user_id', '=', userId).execute()

export const removeOldCodes = (tx: Tx, orgId: number, now: Date): Promise<unknown> =>
  tx.deleteFrom('oauth_code').where('org_id', '=', orgId).where('expires_at', '<=', now).execute()

export const insertGrant = (tx: Tx, row: NewRow<'oauth_grant'>): Promise<unknown> =>
  tx.insertInto('oauth_grant').values(row).execute()

export interface Granted extends Row<'oauth_grant'> {
  readonly user_id: UserId
  readonly scopes: string[]
  readonly expires_at: Date | null
  readonly token_name: string
}

const grants = (tx: Tx, orgId: number) =>
  tx
    .selectFrom('oauth_grant')
    .innerJoin('access_token', 'access_token.id', 'oauth_grant.token_id')
    .selectAll('oauth_grant')
    .select([
      'access_token.user_id',
      'access_token.scopes',
      'access_token.expires_at',
      'access_token.name as token_name',
    ])
    .where('oauth_grant.org_id', '=', orgId)

export const grantOfCode = (tx: Tx, orgId: number, hash: string): Promise<Granted | undefined> =>
  grants(tx, orgId).where('code_hash', '=', hash).executeTakeFirst()

export const grantOfFamily = (tx: Tx, orgId: number, hash: string): Promise<Granted | undefined> =>
  grants(tx, orgId).where('family_hash', '=', hash).executeTakeFirst()

export const grantOfToken = (tx: Tx, orgId: number, tokenHash: string): Promise<Granted | undefined> =>
  grants(tx, orgId).where('access_token.token_hash', '=', tokenHash).executeTakeFirst()

export const tokensOfClient = async (tx: Tx, clientId: number): Promise<number[]> =>
  (await tx.selectFrom('oauth_grant').select('token_id').where('oauth_client_id', '=', clientId).execute()).map(
    ({ token_id }) => token_id,
  )

/** Returns whether the refresh token was still the newest one. */
export const renewGrant = async (
  tx: Tx,
  { token_id, refresh_hash: before }: Pick<Granted, 'token_id' | 'refresh_hash'>,
  refresh_hash: string,
  refreshed_at: Date,
): Promise<boolean> =>
  (await tx
    .updateTable('oauth_grant')
    .set({ refresh_hash, refreshed_at })
    .where('token_id', '=', token_id)
    .where('refresh_hash', '=', before)
    .returning('token_id')
    .executeTakeFirst()) !== undefined

/** Tokens that expired or weren't renewed since a time. */
export const deadTokens = async (tx: Tx, orgId: number, now: Date, idleSince: Date, limit: number): Promise<number[]> =>
  (
    await grants(tx, orgId)
      .where(({ or, eb }) =>
        or([eb('oauth_grant.refreshed_at', '<', idleSince), eb('access_token.expires_at', '<=', now)]),
      )
      .limit(limit)
      .execute()
  ).map(({ token_id }) => token_id)

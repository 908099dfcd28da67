import { type Changes, compiled, type NewRow, type Row, type Tx } from '#platform/db'
import type { Account } from './mirror.ts'

export const toAccount = (row: Row<'account'>): Account => ({
  id: row.id,
  deliveryEmail: row.email,
  fullName: row.full_name,
  role: row.role,
  botType: row.bot_type,
  botOwnerId: row.bot_owner_id,
  isSystemBot: row.is_system_bot,
  isActive: row.deactivated_at === null,
  timezone: row.timezone,
  avatarSource: row.avatar_source,
  avatarVersion: row.avatar_version,
  avatarKey: row.avatar_key,
  joinedAt: row.created_at,
  apiKey: row.api_key,
  canChangeUserEmails: row.can_change_user_emails,
  botSettings: row.bot_settings,
  settings: row.settings,
  editedSettings: row.edited_settings,
})

/** All accounts of an organization, or some. */
export async function list(tx: Tx, orgId: number, ids?: number[]): Promise<Account[]> {
  let query = tx.selectFrom('account').selectAll().where('org_id', '=', orgId)
  if (ids) query = query.where('id', 'in', ids)
  return (await query.orderBy('id').execute()).map(toAccount)
}

export const insert = async (tx: Tx, row: NewRow<'account'>): Promise<Account> =>
  toAccount(await tx.insertInto('account').values(row).returningAll().executeTakeFirstOrThrow())

export const update = async (tx: Tx, id: number, changes: Changes<'account'>): Promise<Account> =>
  toAccount(await tx.updateTable('account').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow())

export async function emailExists(tx: Tx, orgId: number, email: string): Promise<boolean> {
  const rows = await compiled(tx, 'select 1 from account where org_id = $1 and lower(email) = lower($2)', [
    orgId,
    email,
  ])
  return rows.length > 0
}

export async function passwordHash(tx: Tx, id: number): Promise<string | null> {
  const row = await tx.selectFrom('account').select('password_hash').where('id', '=', id).executeTakeFirst()
  return row?.password_hash ?? null
}

/** Sets personal settings of some people; `edited` are the names that count as changed by themselves. */
export async function changeSettings(
  tx: Tx,
  ids: number[],
  settings: Record<string, unknown>,
  edited: string[],
): Promise<void> {
  await compiled(
    tx,
    `update account set settings = settings || $2::jsonb,
       edited_settings = edited_settings ||
         (select coalesce(jsonb_agg(name), '[]') from jsonb_array_elements_text($3::jsonb) name
          where not edited_settings ? name)
     where id = any($1::bigint[])`,
    [ids, settings, edited],
  )
}

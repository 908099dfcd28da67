import { asUserId, type UserId } from '#contract'
import { anyOf, type Changes, insertRows, lowered, type NewRow, type Row, sql, type Tx } from '#platform/db'
import { Pace } from '#platform/fair-queues'
import type { Account } from './account.ts'
import type { ProfileData } from './wire.ts'

/** Without a profile, which changes of the account don't affect. */
const toAccount = (row: Row<'account'>, profile: ProfileData = {}): Account => ({
  id: row.id,
  deliveryEmail: row.email,
  fullName: row.full_name,
  role: row.role,
  botType: row.bot_type,
  botOwnerId: row.bot_owner_id,
  isSystemBot: row.is_system_bot,
  isActive: row.deactivated_at === null,
  isDeleted: row.profile_deleted,
  isUnclaimed: row.unclaimed,
  timezone: row.timezone,
  avatarSource: row.avatar_source,
  avatarVersion: row.avatar_version,
  avatarKey: row.avatar_key,
  joinedAt: row.created_at,
  isWelcomed: row.welcomed,
  hasPostedEnough: row.posted_enough,
  apiKey: row.api_key,
  canChangeUserEmails: row.can_change_user_emails,
  botSettings: row.bot_settings as Account['botSettings'],
  settings: row.settings as Account['settings'],
  editedSettings: row.edited_settings as Account['editedSettings'],
  profile,
})

const pageSize = 2_000

/** perf: in pages, because the rows of tens of thousands would get into the old generation, collected late. */
export async function everyone(tx: Tx, orgId: number): Promise<Account[]> {
  const profiles = await profilesOf(tx, orgId)
  const accounts: Account[] = []
  const pace = new Pace()
  const key = sql<string>`lower(email)`
  for (let after = ''; ; ) {
    const rows = await tx
      .selectFrom('account')
      .selectAll()
      .select(key.as('key'))
      .where('org_id', '=', orgId)
      .where(key, '>', after)
      .orderBy(key)
      .limit(pageSize)
      .execute()
    for (const row of rows) {
      accounts.push(toAccount(row, profiles.get(row.id)))
      if (pace.isDue) await pace.turn()
    }
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return accounts.sort((a, b) => a.id - b.id)
    after = last.key
  }
}

/** Ordered by ID. */
export async function list(tx: Tx, orgId: number, ids: UserId[]): Promise<Account[]> {
  const rows = await tx
    .selectFrom('account')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .execute()
  const profiles = await profilesOf(tx, orgId, ids)
  return rows.map((row) => toAccount(row, profiles.get(row.id)))
}

/** profile_value belongs to the profile fields: its values are part of user objects. */
async function profilesOf(tx: Tx, orgId: number, ids?: UserId[]): Promise<Map<UserId, ProfileData>> {
  let query = tx.selectFrom('profile_value').selectAll().where('org_id', '=', orgId)
  if (ids) query = query.where('user_id', '=', anyOf(ids))
  const profiles = new Map<UserId, ProfileData>()
  for (const { user_id, field_id, value, rendered_value } of await query.orderBy('field_id').execute()) {
    const profile = profiles.get(user_id) ?? {}
    profile[field_id] = rendered_value === null ? { value } : { value, rendered_value }
    profiles.set(user_id, profile)
  }
  return profiles
}

export const insert = async (tx: Tx, row: NewRow<'account'>): Promise<Account> =>
  toAccount(await tx.insertInto('account').values(row).returningAll().executeTakeFirstOrThrow())

/** In any order. */
export const insertAll = async (tx: Tx, rows: readonly NewRow<'account'>[]): Promise<Account[]> =>
  (await insertRows(tx, 'account', rows)).map((row) => toAccount(row))

export const update = async (tx: Tx, id: UserId, changes: Changes<'account'>): Promise<Account> =>
  toAccount(await tx.updateTable('account').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow())

export async function emailExists(tx: Tx, orgId: number, email: string): Promise<boolean> {
  const row = await tx
    .selectFrom('account')
    .select('id')
    .where('org_id', '=', orgId)
    .where(({ eb, fn }) => eb(fn('lower', ['email']), '=', lowered(email)))
    .executeTakeFirst()
  return row !== undefined
}

/** How an account joined. */
export const joining = (tx: Tx, id: UserId) =>
  tx
    .selectFrom('account')
    .select(['inviter_id', 'invitation_id', 'invited_by_link', 'invitation_created_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

interface JoinedPage {
  readonly except: UserId
  readonly before?: number | undefined
  readonly limit: number
}

/** Accounts that joined with an invite link, newest first. */
export const joinedBy = (tx: Tx, orgId: number, invitationId: number, { except, before, limit }: JoinedPage) => {
  let query = tx
    .selectFrom('account')
    .select(['id', 'created_at'])
    .where('org_id', '=', orgId)
    .where('invitation_id', '=', invitationId)
    .where('invited_by_link', '=', true)
    .where('id', '<>', except)
  if (before !== undefined) query = query.where('id', '<', asUserId(before))
  return query.orderBy('id', 'desc').limit(limit).execute()
}

export async function passwordHash(tx: Tx, id: UserId): Promise<string | null> {
  const row = await tx.selectFrom('account').select('password_hash').where('id', '=', id).executeTakeFirst()
  return row?.password_hash ?? null
}

/** Stores users' settings; `edited` are the names that count as changed by themselves. */
export async function changeSettings(
  tx: Tx,
  ids: UserId[],
  settings: Record<string, unknown>,
  edited: string[],
): Promise<void> {
  await tx
    .updateTable('account')
    .set({
      settings: sql<string>`settings || ${JSON.stringify(settings)}::text::jsonb`,
      edited_settings: sql<string>`edited_settings || (
        select coalesce(jsonb_agg(name), '[]') from jsonb_array_elements_text(${JSON.stringify(edited)}::text::jsonb) name
        where not edited_settings ? name)`,
    })
    .where('id', '=', anyOf(ids))
    .execute()
}

import type { UserId } from '#contract'
import type { Changes, NewRow, Row, Tx } from '#platform/db'

export type LinkRow = Row<'directory_account'>

export const linkOf = (tx: Tx, org_id: number, directory: string, subject: string): Promise<LinkRow | undefined> =>
  tx
    .selectFrom('directory_account')
    .selectAll()
    .where('org_id', '=', org_id)
    .where('directory', '=', directory)
    .where('subject', '=', subject)
    .executeTakeFirst()

export const linkTo = (tx: Tx, userId: UserId): Promise<LinkRow | undefined> =>
  tx.selectFrom('directory_account').selectAll().where('user_id', '=', userId).executeTakeFirst()

export const links = (tx: Tx, org_id: number): Promise<LinkRow[]> =>
  tx.selectFrom('directory_account').selectAll().where('org_id', '=', org_id).execute()

export const link = (tx: Tx, row: NewRow<'directory_account'>): Promise<unknown> =>
  tx.insertInto('directory_account').values(row).execute()

export const change = (tx: Tx, userId: UserId, changes: Changes<'directory_account'>): Promise<unknown> =>
  tx.updateTable('directory_account').set(changes).where('user_id', '=', userId).execute()

export const unlink = (tx: Tx, userId: UserId): Promise<unknown> =>
  tx.deleteFrom('directory_account').where('user_id', '=', userId).execute()

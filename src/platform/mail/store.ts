import { anyOf, compiled, type Row, type Tx } from '#platform/db'

export type StoredMail = Row<'outgoing_mail'>

export type NewMail = Pick<
  StoredMail,
  'key' | 'to_name' | 'to_address' | 'from_name' | 'subject' | 'body_text' | 'body_html' | 'extra'
>

/** All in one statement; a mail is left out when one with its key waits already. */
export async function insert(tx: Tx, orgId: number, now: Date, mails: readonly NewMail[]): Promise<void> {
  const all = (name: keyof NewMail) => mails.map((mail) => mail[name])
  await compiled(
    tx,
    `insert into outgoing_mail
       (org_id, due_at, created_at, key, to_name, to_address, from_name, subject, body_text, body_html, extra)
     select $1, $2, $2, m.key, m.to_name, m.to_address, m.from_name, m.subject, m.body_text, m.body_html, m.extra::jsonb
     from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[])
       as m(key, to_name, to_address, from_name, subject, body_text, body_html, extra)
     on conflict (org_id, key) do nothing`,
    [
      ...[orgId, now, all('key'), all('to_name'), all('to_address'), all('from_name'), all('subject')],
      ...[all('body_text'), all('body_html'), mails.map(({ extra }) => JSON.stringify(extra))],
    ],
  )
}

export async function nextDue(tx: Tx): Promise<Date | null> {
  const [row] = await compiled<{ due_at: Date }>(tx, 'select due_at from outgoing_mail order by due_at limit 1', [])
  return row?.due_at ?? null
}

export async function organizationsWithDue(tx: Tx, now: Date): Promise<number[]> {
  const rows = await compiled<{ org_id: number }>(
    tx,
    'select distinct org_id from outgoing_mail where due_at <= $1 order by org_id',
    [now],
  )
  return rows.map(({ org_id }) => org_id)
}

/** Takes some mails that are due until a time, at which they are due again unless they are out by then. */
export async function take(tx: Tx, orgId: number, now: Date, until: Date, limit: number): Promise<StoredMail[]> {
  const ids = await compiled<{ id: number }>(
    tx,
    `update outgoing_mail set due_at = $3, attempts = attempts + 1
     where id in (select id from outgoing_mail where org_id = $1 and due_at <= $2 order by due_at, id limit $4
       for update skip locked) returning id`,
    [orgId, now, until, limit],
  )
  if (ids.length === 0) return []
  return tx
    .selectFrom('outgoing_mail')
    .selectAll()
    .where('id', '=', anyOf(ids.map(({ id }) => id)))
    .orderBy('id')
    .execute()
}

export const postpone = (tx: Tx, id: number, due_at: Date): Promise<unknown> =>
  tx.updateTable('outgoing_mail').set({ due_at }).where('id', '=', id).execute()

export const remove = (tx: Tx, id: number): Promise<unknown> =>
  tx.deleteFrom('outgoing_mail').where('id', '=', id).execute()

import { type Row, raw, type Tx } from '#platform/db'
import { dueRows } from '#platform/timer'

export type StoredMail = Row<'outgoing_mail'>

type NewMail = Pick<
  StoredMail,
  'key' | 'to_name' | 'to_address' | 'from_name' | 'subject' | 'body_text' | 'body_html' | 'extra'
>

/** Inserts mails in one statement; skips those whose key is already queued. */
export async function insert(tx: Tx, orgId: number, now: Date, mails: readonly NewMail[]): Promise<void> {
  const all = (name: keyof NewMail) => mails.map((mail) => mail[name])
  await raw(
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

export const waiting = dueRows({ table: 'outgoing_mail', evenInClosed: true, countsAttempts: true })

import { raw, type Tx } from '#platform/db'
import type { Seeded } from '../seed.ts'

/** People active within the last hour. */
const present = 1_000
const channels = 1_000

/** Inserts that many people, and subscribed channels up to a thousand, directly into the tables. */
export const fillCrowd = ({ runtime }: Seeded, readerId: number, people: number): Promise<unknown> =>
  runtime.db.transaction(async (tx: Tx) => {
    await raw(
      tx,
      `insert into account (org_id, email, full_name, role, api_key, created_at)
       select 1, 'crowd-' || n || '@bench.example', 'Crowd ' || n, 400, md5('crowd' || n), now()
       from generate_series(1, $1::int) n`,
      [people],
    )
    await raw(
      tx,
      `insert into presence (org_id, user_id, active_at, idle_at, update_id)
       select 1, id, now() - id % 3600 * interval '1 second', now() - id % 3600 * interval '1 second',
         (extract(epoch from now()) * 1000)::bigint - id
       from account where email like 'crowd-%' order by id limit $1`,
      [present],
    )
    await raw(
      tx,
      `with wanted as (
         select n from generate_series(1, $1::int - (select count(*)::int from subscription where user_id = $2)) n),
       conversations as (
         insert into conversation (org_id) select 1 from wanted returning id),
       numbered as (select id, row_number() over (order by id) as n from conversations),
       made as (
         insert into channel (org_id, conversation_id, name, description, created_at)
         select 1, id, 'project ' || n, 'Where project ' || n || ' is talked about', now() from numbered returning id),
       subscribed as (
         insert into subscription (org_id, user_id, channel_id, color) select 1, $2, id, '#76ce90' from made)
       insert into subscription_span (org_id, user_id, channel_id, from_message_id, from_position)
       select 1, $2, id, 1, 0 from made`,
      [channels, readerId],
    )
  })

import { raw } from '#platform/db'
import type { Person } from './person.ts'

/** Copies of one message, as rows: what a long conversation comes to. */
export async function multiply(person: Person, id: number, count: number): Promise<void> {
  await person.org.transact(null, (mutation) =>
    raw(
      mutation.tx,
      `insert into message (org_id, conversation_id, sender_id, client, topic, content, rendered_content,
         renderer_version, sent_at, sender_read)
       select org_id, conversation_id, sender_id, client, topic, content, rendered_content, renderer_version, sent_at, true
       from message, generate_series(1, $2::int) where id = $1`,
      [id, count],
    ),
  )
}

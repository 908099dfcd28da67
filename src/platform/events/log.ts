import { raw, type Tx } from '#platform/db'
import { type Entry, placesPerPosition } from './entry.ts'

/** Writes entries whose positions are already known, and notes their sizes; the organization's lock is held. */
export async function append(tx: Tx, orgId: number, entries: readonly Entry[], now: Date): Promise<void> {
  if (entries.length > maxInValues) return appendMany(tx, orgId, entries, now)
  const values: unknown[] = [orgId, now]
  for (const entry of entries) {
    const { at, type, op } = entry
    values.push(at / placesPerPosition, type, op ?? null, ...stored(entry))
  }
  if (entries.length > 0) await raw(tx, insertion(entries.length), values)
}

/** perf: few rows are quicker by values, and these many statements are kept ready. */
const maxInValues = 50

async function appendMany(tx: Tx, orgId: number, entries: readonly Entry[], now: Date): Promise<void> {
  const texts = entries.map(stored)
  await raw(
    tx,
    `insert into event_log (org_id, position, type, op, payload, audience, at)
     select $1, e.*, $2 from unnest($3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[]) e`,
    [
      orgId,
      now,
      entries.map(({ at }) => at / placesPerPosition),
      entries.map(({ type }) => type),
      entries.map(({ op }) => op ?? null),
      texts.map(([payload]) => payload),
      texts.map(([, audience]) => audience),
    ],
  )
}

function stored(entry: Entry): [payload: string, audience: string] {
  const texts: [string, string] = [JSON.stringify(entry.payload), JSON.stringify(entry.audience)]
  entry.size = texts[0].length + texts[1].length
  return texts
}

const insertions = new Map<number, string>()
function insertion(count: number): string {
  let text = insertions.get(count)
  if (!text) {
    const rows = Array.from({ length: count }, (_, row) => {
      const first = row * 5 + 3
      return `($1,$${first},$${first + 1},$${first + 2},$${first + 3},$${first + 4},$2)`
    })
    text = `insert into event_log (org_id, position, type, op, payload, audience, at) values ${rows.join(',')}`
    insertions.set(count, text)
  }
  return text
}

// perf: the log is read at each commit and by each process, so its statements are written out

export async function lastPosition(tx: Tx, orgId: number): Promise<number> {
  const [row] = await raw<{ position: number }>(
    tx,
    'select position from event_log where org_id = $1 order by position desc limit 1',
    [orgId],
  )
  return row?.position ?? 0
}

/** The position of the oldest entry that is still there; 0 where there never was one. */
export async function firstPosition(tx: Tx, orgId: number): Promise<number> {
  const row = await tx
    .selectFrom('event_log')
    .select('position')
    .where('org_id', '=', orgId)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()
  return row?.position ?? 0
}

/** So many bytes of the log are read at once. */
const maxRead = 4_000_000

/**
 * Stored entries with a position above one and up to another, in order: at most `limit`, and fewer where they are large.
 * None only where there are none.
 */
export async function readLog(tx: Tx, orgId: number, above: number, upTo: number, limit: number): Promise<Entry[]> {
  const rows = await raw<{ position: number; type: string; op: string | null; payload: string; audience: string }>(
    tx,
    `select position, type, op, payload, audience from (
       select e.*, sum(octet_length(payload) + octet_length(audience)) over (order by position)
         - octet_length(payload) - octet_length(audience) as before
       from (
         select position, type, op, payload, audience from event_log
         where org_id = $1 and position > $2 and position <= $3 order by position limit $4) e) e
     where before < $5 order by position`,
    [orgId, above, upTo, limit, maxRead],
  )
  return rows.map(({ position, type, op, payload, audience }) => ({
    at: position * placesPerPosition,
    type,
    op: op ?? undefined,
    payload: JSON.parse(payload),
    audience: JSON.parse(audience),
    bodies: new Map(),
    size: payload.length + audience.length,
  }))
}

/**
 * Forgets of organizations' logs what every live queue has acknowledged; the newest entry stays, because it holds the
 * position.
 */
export async function prune(tx: Tx, orgIds: readonly number[], olderThan: Date): Promise<void> {
  await raw(
    tx,
    `delete from event_log e using (
       select o.id, least(
         (select max(position) - 1 from event_log where org_id = o.id),
         (select min(acked) / $3 from event_queue where org_id = o.id)) as up_to
       from unnest($1::bigint[]) o(id)) s
     where e.org_id = s.id and e.position <= s.up_to and e.at < $2`,
    [orgIds, olderThan, placesPerPosition],
  )
}

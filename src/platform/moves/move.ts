import { migrationsOf, readConsistently } from '#platform/backups'
import { homeName } from '#platform/config'
import { type Connection, giveIdsAbove } from '#platform/db'
import { MoveError } from './move-error.ts'
import { notedProgress, notePause } from './noted-progress.ts'
import { begin, enter, hold, noteChanges, patiently, untilKnown } from './passage.ts'
import { connected } from './removal.ts'
import { type Changes, copyAll, copyChanges, countAll, sizeOfAll, sumOfAll, takeChanges } from './rows.ts'
import { alone, type Move, type Places, settleFound } from './settling.ts'
import { type OwnedTable, ownedTables } from './tables.ts'
import { asTheyAre } from './transaction.ts'

/** Below this many changed rows (or after `maxRounds`), the rest is copied with writes paused. */
const fewChanges = 500
const maxRounds = 8
/** Gap between the source's sequences and the target's, until the final values are set. */
const idsDuringMove = 1_000

export interface TableToMove {
  readonly name: string
  readonly rows: number
  /** Without indexes. */
  readonly bytes: number
}

export interface MoveProgress {
  readonly phase: 'copying' | 'comparing' | 'following' | 'switching' | 'removing'
  readonly rows: number
  readonly of: number
}

export interface Moved {
  readonly rows: number
  readonly tables: number
  readonly pausedMs: number
  /** Rows that changed during the copy and were copied again. */
  readonly followed: number
}

interface Moving {
  readonly places: Places
  readonly move: Move
  readonly tell: (progress: MoveProgress) => void
  /** Runs when the new place is in effect. */
  readonly moved: () => Promise<void>
}

export const tablesToMove = (places: Places, { orgId, source }: Move): Promise<TableToMove[]> =>
  connected(places.named(source), async (connection) => {
    const found: TableToMove[] = []
    for (const table of await ownedTables(connection)) {
      const rows = await countAll(connection, table, orgId)
      if (rows > 0) found.push({ name: table.name, rows, bytes: await sizeOfAll(connection, table, orgId) })
    }
    return found
  })

/** Checks the preconditions; throws a {@link MoveError}. */
export async function checkMove(places: Places, { orgId, subdomain, source, target }: Move): Promise<void> {
  if (source === target) throw new MoveError(`it is in '${target}' already`)
  await connected(places.named(source), async (from) => {
    const { rows: importing } = await from.query('select 1 from organization_import where org_id = $1', [orgId])
    if (importing.length > 0) throw new MoveError('it is being imported')
    const migrations = await migrationsOf(from)
    await connected(places.named(target), async (to) => {
      if ((await migrationsOf(to)).join() !== migrations.join())
        throw new MoveError(`'${target}' is of another version: start the server once with all databases`)
      const { rows } = await to.query(
        `select 1 from organization where subdomain = $1
         and id not in (select org_id from moving_organization where org_id = $2)`,
        [subdomain, orgId],
      )
      if (rows.length > 0) throw new MoveError(`an organization in '${target}' has its subdomain`)
    })
  })
}

/**
 * Moves an organization to another database while it's in use: copies a snapshot, then changes, then the last ones with
 * writes paused. The old database then rejects writes for good, one commit in the first database puts the new place in
 * effect, and the old rows are deleted. If the mover dies, {@link settleFound} finishes or undoes the move, depending
 * on that commit. Throws a `MoveError`.
 */
export async function moveOrganization({ places, move, tell, moved }: Moving): Promise<Moved> {
  const outcome = await alone(places.home, move.orgId, async (home) => {
    await settleFound(home, places, move.orgId)
    await checkMove(places, move)
    await home.query('insert into organization_move (org_id, subdomain, source, target) values ($1, $2, $3, $4)', [
      ...[move.orgId, move.subdomain, move.source, move.target],
    ])
    try {
      const done = await carryOver(home, { places, move, tell, moved })
      await settleFound(home, places, move.orgId, removing(tell, done.rows))
      return done
    } catch (error) {
      // the stored decision says whether to finish or undo; without the database, the next process settles it
      await settleFound(home, places, move.orgId).catch(() => {})
      throw error
    }
  })
  if (!outcome) throw new MoveError('it is being moved already')
  return outcome
}

function removing(tell: Moving['tell'], of: number): (rows: number) => void {
  let rows = 0
  return (gone) => {
    rows += gone
    tell({ phase: 'removing', rows: Math.min(rows, of), of })
  }
}

async function carryOver(home: Connection, { places, move, tell, moved }: Moving): Promise<Moved> {
  const { orgId, source, target } = move
  return connected(places.named(source), (from) =>
    connected(places.named(target), async (to) => {
      await begin(to, orgId, 'arriving')
      await begin(from, orgId, 'leaving')
      const leavingSince = performance.now()
      const tables = await ownedTables(from)
      await noteChanges(from, tables, orgId)
      const passage = { from, to, tables, orgId }
      const rows = await copyAtOneMoment(passage, tell, notedProgress(home, orgId))
      await untilKnown(leavingSince)
      let followed = 0
      for (let round = 0; round < maxRounds; round++) {
        const count = await follow(passage)
        followed += count
        tell({ phase: 'following', rows: followed, of: followed })
        if (count < fewChanges) break
      }
      await giveIdsAbove(from, to, idsDuringMove)
      tell({ phase: 'switching', rows: followed, of: followed })
      let startedAt = 0
      await patiently(from, async () => {
        startedAt = performance.now()
        await hold(from, orgId)
        followed += await lastChanges(passage, target === homeName)
        await enter(from, orgId, 'held', ['leaving'])
      })
      await decide(home, move)
      const pausedMs = performance.now() - startedAt
      await notePause(home, orgId, pausedMs)
      await enter(from, orgId, 'left', ['held'])
      await moved()
      return { rows, tables: tables.length, pausedMs, followed }
    }),
  )
}

interface Passage {
  readonly from: Connection
  readonly to: Connection
  readonly tables: readonly OwnedTable[]
  readonly orgId: number
}

/** Copies all rows from one snapshot, each table in a transaction, then compares checksums with the source. */
const copyAtOneMoment = (
  { from, to, tables, orgId }: Passage,
  tell: Moving['tell'],
  note: (rows: number, of: number) => Promise<void>,
): Promise<number> =>
  readConsistently(from, async () => {
    let of = 0
    for (const table of tables) of += await countAll(from, table, orgId)
    let rows = 0
    for (const table of tables)
      await asTheyAre(to, orgId, () =>
        copyAll(from, to, {
          ...{ table, orgId },
          async copied(count) {
            rows += count
            tell({ phase: 'copying', rows, of })
            await note(rows, of)
          },
        }),
      )
    await plainly(to)
    let compared = 0
    for (const table of tables) {
      const [one, other] = await Promise.all([sumOfAll(from, table, orgId), sumOfAll(to, table, orgId)])
      if (one.rows !== other.rows || one.sum !== other.sum) throw differing([table.name])
      compared += one.rows
      tell({ phase: 'comparing', rows: compared, of })
    }
    return rows
  })

/** Both databases must format values the same way. */
const plainly = (to: Connection) => readConsistently(to, async () => {})

const differing = (names: readonly string[]) =>
  new MoveError(`what was copied is not what there is: ${names.join(', ')}; nothing has changed, try again`)

const countOf = (changes: Changes): number => [...changes.values()].reduce((count, { length }) => count + length, 0)

/** Copies the changes since the last round from one snapshot; returns the number of rows. */
async function follow(passage: Passage): Promise<number> {
  const { from, to, orgId } = passage
  await from.query('begin isolation level repeatable read', [])
  try {
    const changes = await takeChanges(from, orgId)
    const wrong = await asTheyAre(to, orgId, () => copyChanges(passage, changes))
    if (wrong.length > 0) throw differing(wrong)
    await from.query('commit', [])
    return countOf(changes)
  } catch (error) {
    await from.query('rollback', []).catch(() => {})
    throw error
  }
}

/** Copies the remaining changes while writes are paused, and checks that all rows are there. */
async function lastChanges(passage: Passage, isHome: boolean): Promise<number> {
  const { from, to, tables, orgId } = passage
  const changes = await takeChanges(from, orgId)
  await asTheyAre(to, orgId, async () => {
    const wrong = await copyChanges(passage, changes)
    for (const table of tables) {
      const [one, other] = await Promise.all([countAll(from, table, orgId), countAll(to, table, orgId)])
      if (one !== other) wrong.push(table.name)
    }
    if (wrong.length > 0) throw differing(wrong)
    // events that aren't stored were given positions before the next stored one, in any process: skip past them
    await to.query(
      `insert into event_log (org_id, position, type, payload, audience, at)
       select org_id, max(position) + 1, 'tick', '{}', '{}', now() from event_log where org_id = $1 group by org_id`,
      [orgId],
    )
    // in the first database, the decision itself marks it ready
    if (!isHome) await enter(to, orgId, 'ready', ['arriving'])
  })
  await giveIdsAbove(from, to, 0)
  return countOf(changes)
}

async function decide(home: Connection, { orgId, subdomain, target }: Move): Promise<void> {
  await home.query('begin', [])
  try {
    await home.query('lock table organization_place in share row exclusive mode', [])
    if (target === homeName) await home.query('delete from organization_place where subdomain = $1', [subdomain])
    else
      await home.query(
        `insert into organization_place (subdomain, database_name) values ($1, $2)
         on conflict (subdomain) do update set database_name = excluded.database_name`,
        [subdomain, target],
      )
    await enter(home, orgId, 'left', ['held'])
    await enter(home, orgId, 'ready', ['arriving'])
    await home.query('update organization_move set decided_at = now() where org_id = $1', [orgId])
    await home.query('commit', [])
  } catch (error) {
    await home.query('rollback', []).catch(() => {})
    throw error
  }
}

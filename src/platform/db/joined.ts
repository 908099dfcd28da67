import { randomUUID } from 'node:crypto'
import { homeName } from '#platform/config'
import { type Connection, type Driver, unhurried } from './driver.ts'

/** The databases can't be used together; the message gives the operator the reason. */
export class JoinError extends Error {}

/** Distance between the IDs of one database, and so the maximum number of joined databases. */
const joinedStep = 16

/** Arbitrary number for the advisory lock: processes starting at once take turns. */
const joinLock = 7_205_893

interface Member {
  readonly name: string
  readonly number: number
  readonly family: string
  readonly isThisOne: boolean
}

/**
 * Prepares databases for use together, so that no two ever give the same ID: each gives IDs with its own remainder
 * modulo {@link joinedStep}, above all given before. Throws a {@link JoinError} if they don't belong together.
 */
export async function joinDatabases(home: Driver, further: ReadonlyMap<string, Driver>): Promise<void> {
  const connection = await home.connect(unhurried)
  const others: [name: string, connection: Connection][] = []
  try {
    await connection.query('select pg_advisory_lock($1)', [joinLock])
    const known = await membersIn(connection)
    await checkHome(connection, known, further)
    if (known.length === 0 && further.size === 0) return
    for (const [name, driver] of further) {
      const other = await driver.connect(unhurried)
      others.push([name, other])
      // fails if two names refer to the same database
      const { rows } = await other.query('select pg_try_advisory_lock($1) as had', [joinLock])
      if (!rows[0]?.had) throw new JoinError(`'${name}' is a database that is named already`)
    }
    const members = await withNew(connection, known, others)
    const all = [connection, ...others.map(([, one]) => one)]
    // the first one goes first: by then no other has given an ID above its IDs
    await join(connection, 0, members, all)
    for (const [name, one] of others) {
      const member = members.find((each) => each.name === name) as Member
      await join(one, member.number, [{ ...member, isThisOne: true }], all)
      await findAgain(connection, name, one)
    }
  } finally {
    for (const one of [...others.map(([, each]) => each), connection]) {
      await one.query('select pg_advisory_unlock($1)', [joinLock]).catch(() => {})
      one.release()
    }
  }
}

async function join(
  connection: Connection,
  number: number,
  members: readonly Member[],
  all: readonly Connection[],
): Promise<void> {
  await connection.query('begin', [])
  try {
    await record(connection, members)
    await takeTurns(connection, number, all)
    await connection.query('commit', [])
  } catch (error) {
    await connection.query('rollback', []).catch(() => {})
    throw error
  }
}

/** Re-registers organizations that the first database lost because an older backup of it was restored. */
async function findAgain(home: Connection, name: string, further: Connection): Promise<void> {
  // unfinished imports have names that no host can have
  const { rows } = await further.query(
    `select subdomain from organization where subdomain not like '~%'
     and id not in (select org_id from moving_organization where phase in ('left', 'arriving', 'ready'))`,
    [],
  )
  await home.query(
    `insert into organization_place (subdomain, database_name)
     select subdomain, $2::text from unnest($1::text[]) subdomain
     where not exists (select from organization o where o.subdomain = subdomain.subdomain) on conflict do nothing`,
    [rows.map(({ subdomain }) => subdomain), name],
  )
}

async function membersIn(connection: Connection): Promise<Member[]> {
  const { rows } = await connection.query(
    'select name, number, family, is_this_one as "isThisOne" from joined_database order by number',
    [],
  )
  return rows as unknown as Member[]
}

async function checkHome(
  connection: Connection,
  known: readonly Member[],
  further: ReadonlyMap<string, Driver>,
): Promise<void> {
  const own = known.find(({ isThisOne }) => isThisOne)
  if (!own) return
  if (own.number !== 0)
    throw new JoinError(`this is the database '${own.name}' of several: it is opened together with the first of them`)
  const { rows } = await connection.query(
    'select distinct database_name as name from organization_place order by 1',
    [],
  )
  const missing = rows.map(({ name }) => name as string).filter((name) => !further.has(name))
  if (missing.length > 0)
    throw new JoinError(`organizations are in ${missing.map((name) => `'${name}'`).join(', ')}, which is not named`)
}

async function withNew(
  home: Connection,
  known: readonly Member[],
  others: readonly [string, Connection][],
): Promise<Member[]> {
  const family = known[0]?.family ?? randomUUID()
  const members = known.length > 0 ? [...known] : [{ name: homeName, number: 0, family, isThisOne: true }]
  for (const [name, connection] of others) {
    const [own] = await membersIn(connection)
    const member = members.find((one) => one.name === name)
    if (own) {
      if (own.family === family && own.name === name && own.number === member?.number) continue
      throw new JoinError(
        own.family === family ? `'${name}' is the database '${own.name}'` : `'${name}' is a database of other ones`,
      )
    }
    const { rows } = await connection.query('select 1 from organization limit 1', [])
    if (rows.length > 0) throw new JoinError(`'${name}' has organizations already: a database that joins is a new one`)
    if (member) {
      // a power cut interrupted joining, or the database was replaced by an empty one
      const { rows: placed } = await home.query('select 1 from organization_place where database_name = $1 limit 1', [
        name,
      ])
      if (placed.length > 0) throw new JoinError(`'${name}' is empty, and organizations should be in it`)
      continue
    }
    const number = Array.from({ length: joinedStep }, (_, each) => each).find((each) =>
      members.every((one) => one.number !== each),
    )
    if (number === undefined) throw new JoinError(`there can be ${joinedStep} databases`)
    members.push({ name, number, family, isThisOne: false })
  }
  return members
}

async function record(connection: Connection, members: readonly Member[]): Promise<void> {
  await connection.query(
    `insert into joined_database (name, number, family, is_this_one)
     select * from unnest($1::text[], $2::smallint[], $3::uuid[], $4::boolean[]) on conflict do nothing`,
    [
      members.map(({ name }) => name),
      members.map(({ number }) => number),
      members.map(({ family }) => family),
      members.map(({ isThisOne }) => isThisOne),
    ],
  )
}

interface Sequence {
  readonly name: string
  readonly step: number
  /** The highest ID given, or less than the next one. */
  readonly reached: number
  /** The sequence's last_value: the last ID given, or the next one if unused. */
  readonly place: number
}

async function sequencesIn(connection: Connection): Promise<Sequence[]> {
  const { rows } = await connection.query(
    `select sequencename::text as name, increment_by as step from pg_sequences where schemaname = 'public' order by 1`,
    [],
  )
  const steps = new Map(rows.map(({ name, step }) => [name as string, step as number]))
  // pg_sequences has no last_value for unused sequences
  const places = [...steps.keys()].map(
    (name) => `select '${name}' as name, last_value as place, is_called from "${name}"`,
  )
  const { rows: found } = await connection.query(places.join(' union all '), [])
  return (found as { name: string; place: number; is_called: boolean }[]).map(({ name, place, is_called }) => ({
    ...{ name, place, step: steps.get(name) ?? 1 },
    reached: is_called ? place : place - 1,
  }))
}

/** Sets every sequence to this database's remainder; correct ones are left alone. */
async function takeTurns(connection: Connection, number: number, all: readonly Connection[]): Promise<void> {
  const isRight = ({ step, place }: Sequence) => step === joinedStep && place % joinedStep === number
  const wrong = (await sequencesIn(connection)).filter((one) => !isRight(one))
  if (wrong.length === 0) return
  // locks the sequences until the end of the transaction
  for (const { name } of wrong) await connection.script(`alter sequence "${name}" increment by ${joinedStep}`)
  const reached = new Map<string, number>()
  for (const one of all)
    for (const { name, reached: id } of await sequencesIn(one)) reached.set(name, Math.max(id, reached.get(name) ?? 0))
  for (const { name } of wrong)
    await connection.script(`alter sequence "${name}" restart with ${nextId(reached.get(name) ?? 0, number)}`)
}

/** Raises sequences above another database's plus `room`, so that a moved organization's IDs keep increasing. */
export async function giveIdsAbove(other: Connection, connection: Connection, room: number): Promise<void> {
  const goals = new Map((await sequencesIn(other)).map(({ name, reached }) => [name, reached]))
  const isBehind = ({ name, reached }: Sequence) => reached < (goals.get(name) ?? 0)
  // one transaction per sequence, because concurrent transactions lock several in varying order and could deadlock
  for (const { name } of (await sequencesIn(connection)).filter(isBehind)) {
    await connection.query('begin', [])
    try {
      // locks the sequence until the end of the transaction
      await connection.script(`alter sequence "${name}" increment by ${joinedStep}`)
      const now = (await sequencesIn(connection)).find((one) => one.name === name) as Sequence
      const above = Math.max(now.reached, (goals.get(name) ?? 0) + room * joinedStep)
      await connection.script(`alter sequence "${name}" restart with ${nextId(above, now.place % joinedStep)}`)
      await connection.query('commit', [])
    } catch (error) {
      await connection.query('rollback', []).catch(() => {})
      throw error
    }
  }
}

const nextId = (above: number, number: number): number =>
  above + 1 + ((((number - above - 1) % joinedStep) + joinedStep) % joinedStep)

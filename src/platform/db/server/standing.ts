import type pg from 'pg'

/** What a server says of itself. */
export interface Standing {
  /** It follows another server, and cannot be written to. */
  readonly follows: boolean
  /** It is in charge, but was told to refuse writes. */
  readonly onlyReads: boolean
  /** Which database it is: the same for a server and those that follow it. Empty where it is not told. */
  readonly system: string
  /** Grows each time that a server takes the place of another. 0 where it is not told. */
  readonly timeline: number
}

/**
 * The statements that ask for it; the answer is the last one's. A timeline is taken from where the log is written now,
 * because what the server's control file says is older for a while after a change. Services that are like PostgreSQL may
 * know no such thing.
 */
export const standingQuery = `do $$ begin
    perform set_config('loquat.line', (select system_identifier::text from pg_control_system()) || ' ' ||
      left(pg_walfile_name(pg_current_wal_lsn()), 8), true);
  exception when others then null;
  end $$;
  select pg_is_in_recovery() as follows, current_setting('default_transaction_read_only') = 'on' as reading,
    current_setting('loquat.line', true) as line`

interface Row {
  follows: boolean
  reading: boolean
  line: string | null
}

/** From the results of several statements, the last of which were those. */
export function standingIn(results: pg.QueryResult | pg.QueryResult[]): Standing {
  const last = [results].flat().at(-1) as pg.QueryResult<Row>
  const { follows, reading, line } = last.rows[0] as Row
  const [system = '', timeline = ''] = (line ?? '').split(' ')
  return { follows, onlyReads: reading, system, timeline: Number.parseInt(timeline, 16) || 0 }
}

/** Whether a server was left behind by another one of the same database. */
export const isBehind = (one: Standing, newest: Standing | undefined): boolean =>
  newest !== undefined && one.system === newest.system && one.timeline < newest.timeline

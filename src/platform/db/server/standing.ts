import type pg from 'pg'

export interface Standing {
  /** A standby, which can't be written to. */
  readonly follows: boolean
  /** The primary, but configured to reject writes. */
  readonly onlyReads: boolean
  /** System identifier, shared by a primary and its standbys. Empty if unknown. */
  readonly system: string
  /** Increases with each promotion. 0 if unknown. */
  readonly timeline: number
}

/**
 * The last result has the role. The timeline comes from the log position, because the control file is outdated for a
 * while after a promotion. Compatible services may not support this.
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

export function standingIn(results: pg.QueryResult | pg.QueryResult[]): Standing {
  const last = [results].flat().at(-1) as pg.QueryResult<Row>
  const { follows, reading, line } = last.rows[0] as Row
  const [system = '', timeline = ''] = (line ?? '').split(' ')
  return { follows, onlyReads: reading, system, timeline: Number.parseInt(timeline, 16) || 0 }
}

/** True if another server of the same database has been promoted since. */
export const isBehind = (one: Standing, newest: Standing | undefined): boolean =>
  newest !== undefined && one.system === newest.system && one.timeline < newest.timeline

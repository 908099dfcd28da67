/** Maximum wait for a lock; an organization's writers hold theirs for milliseconds. */
const lockSecs = 5
/** Maximum idle time in a transaction, because its locks block others. */
const idleSecs = 10

export const limits = (statementSecs: number): string => setting('set', statementSecs)

function setting(set: 'set' | 'set local', statementSecs: number): string {
  const isEndless = !Number.isFinite(statementSecs)
  const ms = (secs: number) => (isEndless ? 0 : Math.round(secs * 1000))
  return `${set} statement_timeout = ${ms(statementSecs)}; ${set} lock_timeout = ${ms(lockSecs)};
    ${set} idle_in_transaction_session_timeout = ${ms(idleSecs)};`
}

/** The beginning of each transaction behind a pooler: its limits, and a query for the backend's process ID. */
export const ownLimits = (statementSecs: number): string =>
  `${setting('set local', statementSecs)} set local jit = off; select pg_backend_pid() as backend`

/** perf: compiling a statement takes longer than any of ours may run; older servers compile what is turned off. */
export const uncompiled = 'set jit = off;'

/** Lets the server detect that this process is gone; not every system supports these settings. */
export const lookAfterConnection = `do $$ begin
    perform set_config(name, value, false) from (values ('tcp_keepalives_idle', '10'), ('tcp_keepalives_interval', '5'),
      ('tcp_keepalives_count', '3'), ('tcp_user_timeout', '15000'), ('client_connection_check_interval', '2000'))
      of (name, value);
  exception when others then null;
  end $$;`

type Table = 'reaction' | 'submessage'

/** perf: the order makes planners use the index that begins with messages instead of scanning the table. */
export const rowsOf = (table: Table, ids: string): string =>
  `(select * from ${table} o where o.message_id = any(${ids}) order by o.message_id offset 0)`

/** See {@link spreadOf}. perf: for IDs close together, one index range instead of a lookup for each. */
export const rowsOfSpread = (table: Table, of: string): string => `(
  select * from ${table} o where o.message_id = any(${of}.far)
  union all
  select * from ${table} o where o.message_id >= ${of}.close_from and o.message_id < ${of}.close_below
    and o.message_id + 0 = any(${of}.ids))`

/** The messages' IDs if they are far apart, otherwise their range, of some hundreds at most. */
export const spreadOf = (x: string): string => `
  case when max(${x}.id) - min(${x}.id) < 3 * count(*) then null else array_agg(${x}.id) end as far,
  case when max(${x}.id) - min(${x}.id) < 3 * count(*) then min(${x}.id) end as close_from,
  case when max(${x}.id) - min(${x}.id) < 3 * count(*) then max(${x}.id) + 1 end as close_below`

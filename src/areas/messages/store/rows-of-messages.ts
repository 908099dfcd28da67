type Table = 'reaction' | 'submessage'

/**
 * A table's rows of the messages in a list of IDs, in any order. perf: the requested order makes planners use the index
 * that begins with messages; for the order of insertion they would scan the whole table.
 */
export const rowsOf = (table: Table, ids: string): string =>
  `(select * from ${table} o where o.message_id = any(${ids}) order by o.message_id offset 0)`

/**
 * The same for messages whose distribution is given by `of` (see {@link spreadOf}). perf: IDs that are close together
 * are one range of the index; looking up each takes half as long as finding the messages.
 */
export const rowsOfSpread = (table: Table, of: string): string => `(
  select * from ${table} o where o.message_id = any(${of}.far)
  union all
  select * from ${table} o where o.message_id >= ${of}.close_from and o.message_id < ${of}.close_below
    and o.message_id + 0 = any(${of}.ids))`

/**
 * Columns for the messages of `x`: their IDs if they are far apart, otherwise their range, of some hundreds at most.
 */
export const spreadOf = (x: string): string => `
  case when max(${x}.id) - min(${x}.id) < 3 * count(*) then null else array_agg(${x}.id) end as far,
  case when max(${x}.id) - min(${x}.id) < 3 * count(*) then min(${x}.id) end as close_from,
  case when max(${x}.id) - min(${x}.id) < 3 * count(*) then max(${x}.id) + 1 end as close_below`

type Table = 'reaction' | 'submessage'

/**
 * What a table has of the messages whose ids are in a list, in any order. perf: by the index that begins with messages, in
 * whose order they are asked for; asked for the order in which they were added, planners walk through all that there are.
 */
export const rowsOf = (table: Table, ids: string): string =>
  `(select * from ${table} o where o.message_id = any(${ids}) order by o.message_id offset 0)`

/**
 * The same of messages of which `of` says how they lie (see {@link spreadOf}). perf: ids that lie close together are one
 * range of the index: to look each up takes a server half as long as to find the messages.
 */
export const rowsOfSpread = (table: Table, of: string): string => `(
  select * from ${table} o where o.message_id = any(${of}.far)
  union all
  select * from ${table} o where o.message_id >= ${of}.close_from and o.message_id < ${of}.close_below
    and o.message_id + 0 = any(${of}.ids))`

/** Columns of all messages of `x`: their ids where they are far from each other, else their range, of some hundreds at most. */
export const spreadOf = (x: string): string => `
  case when max(${x}.id) - min(${x}.id) < 3 * count(*) then null else array_agg(${x}.id) end as far,
  case when max(${x}.id) - min(${x}.id) < 3 * count(*) then min(${x}.id) end as close_from,
  case when max(${x}.id) - min(${x}.id) < 3 * count(*) then max(${x}.id) + 1 end as close_below`

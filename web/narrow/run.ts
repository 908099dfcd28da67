import { ascending } from '#contract'
/** A contiguous part of a list: ascending IDs, and whether it reaches each end of the list. */
export interface Run {
  readonly ids: readonly number[]
  readonly hasOldest: boolean
  readonly hasNewest: boolean
}

/** Whether an id that belongs to the list falls into this part. */
export const covers = ({ ids, hasOldest, hasNewest }: Run, id: number): boolean => {
  const [first, last] = [ids[0], ids.at(-1)]
  // an empty run knows everything if it's the whole list
  if (first === undefined || last === undefined) return hasOldest && hasNewest
  return (hasOldest || id > first) && (hasNewest || id < last)
}

export function changed<R extends Run>(run: R, come: readonly number[], gone: ReadonlySet<number>): R {
  const known = new Set(run.ids)
  const fresh = come.filter((id) => !known.has(id))
  const left = gone.size === 0 ? run.ids : run.ids.filter((id) => !gone.has(id))
  if (fresh.length === 0) return left.length === run.ids.length ? run : { ...run, ids: left }
  return { ...run, ids: ascending([...left, ...fresh]) }
}

/** At most this many ids, around one of them. */
export function trimmed<R extends Run>(run: R, around: number, most: number): R {
  const { ids } = run
  if (ids.length <= most) return run
  const at = ids.findIndex((id) => id >= around)
  const from = Math.max(0, Math.min((at < 0 ? ids.length : at) - Math.floor(most / 2), ids.length - most))
  return {
    ...run,
    ids: ids.slice(from, from + most),
    hasOldest: run.hasOldest && from === 0,
    hasNewest: run.hasNewest && from + most === ids.length,
  }
}

/** The id, else the next one, else the last. */
export const nearest = (ids: readonly number[], id: number): number | undefined =>
  ids.find((one) => one >= id) ?? ids.at(-1)

import type { Row, Tables } from '#platform/db'

type Told<V> = V extends Date ? string : V

/** A row of a table as a snapshot gives it: times are texts. */
export type Snapped<T extends keyof Tables> = { readonly [C in keyof Row<T>]: Told<Row<T>[C]> }

/** A time as the public server's exports have it: seconds, with microseconds behind the point. */
export function seconds(time: string): number {
  const [, fraction = ''] = /\.(\d{1,6})/.exec(time) ?? []
  return Math.floor(Date.parse(time) / 1_000) + Number(`0.${fraction || '0'}`)
}

export const secondsOrNull = (time: string | null): number | null => (time === null ? null : seconds(time))

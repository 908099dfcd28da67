import type { Row, Tables } from '#platform/db'

type Exported<V> = V extends Date ? string : V

/** A row of a snapshot: times are strings. */
export type Snapped<T extends keyof Tables> = { readonly [C in keyof Row<T>]: Exported<Row<T>[C]> }

/** The format of the public server's exports: seconds with microseconds as the fraction. */
export function seconds(time: string): number {
  const [, fraction = ''] = /\.(\d{1,6})/.exec(time) ?? []
  return Math.floor(Date.parse(time) / 1_000) + Number(`0.${fraction || '0'}`)
}

export const secondsOrNull = (time: string | null): number | null => (time === null ? null : seconds(time))

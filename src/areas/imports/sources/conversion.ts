import type { OtherEncoding } from '../containers/utf8.ts'
import type { SourceMeans } from '../records.ts'

/** Tells that a file of the archive is not written in UTF-8. */
export const converting =
  ({ change }: Pick<SourceMeans, 'change'>, name: string) =>
  (encoding: OtherEncoding): void =>
    change(`Text files converted from ${encoding}`, name)

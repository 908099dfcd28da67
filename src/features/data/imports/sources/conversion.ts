import type { OtherEncoding } from '../containers/utf8.ts'
import type { SourceMeans } from '../records.ts'

/** Reports that a file of the archive isn't UTF-8. */
export const converting =
  ({ change }: Pick<SourceMeans, 'change'>, name: string) =>
  (encoding: OtherEncoding): void =>
    change(`Text files converted from ${encoding}`, name)

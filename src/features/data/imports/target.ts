import type { Tx } from '#platform/db'
import type { Organization } from '#platform/organization'
import { type Mapped, mappedOf } from './store.ts'

type ByKey = ReadonlyMap<string, Mapped>

export interface Target {
  /** Undefined for a dry run of a new organization. */
  readonly org: Organization | undefined
  /** Undefined for a dry run. */
  readonly jobId: number | undefined
  readonly originId: number | undefined
  readonly originName: string
  /** The organization is created for the archive, so its roles belong to the archive's people. */
  readonly isOwn: boolean
  readonly mapped: { readonly person: ByKey; readonly group: ByKey; readonly emoji: ByKey; readonly channel: ByKey }
}

const kinds = ['person', 'group', 'emoji', 'channel'] as const

export async function mappedTo(tx: Tx, originId: number | undefined): Promise<Target['mapped']> {
  const lists = await Promise.all(
    kinds.map(async (kind) => {
      const rows = originId === undefined ? [] : await mappedOf(tx, originId, kind)
      return [kind, new Map(rows.map((row) => [row.key, row]))] as const
    }),
  )
  return Object.fromEntries(lists) as unknown as Target['mapped']
}

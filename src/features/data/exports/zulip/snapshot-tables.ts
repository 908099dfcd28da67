import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Tables } from '#platform/db'
import type { Snapshot } from '../full/snapshot.ts'
import { declaredTables, type ExportedTable } from '../full/tables.ts'
import type { Progress } from '../progress.ts'
import type { Snapped } from './row.ts'

/** perf: rows per page, between which other requests run */
const rowsAtOnce = 200

const tableNames = [
  ...(['organization', 'account', 'channel', 'channel_folder', 'user_group', 'user_group_member'] as const),
  ...(['user_group_subgroup', 'conversation', 'subscription', 'subscription_span', 'read_state'] as const),
  ...(['message_flag', 'message', 'reaction', 'submessage', 'attachment', 'attachment_message'] as const),
  ...(['user_topic', 'muted_user', 'alert_word', 'user_status', 'saved_snippet', 'realm_domain'] as const),
  ...(['custom_emoji', 'linkifier', 'code_playground', 'profile_field', 'profile_value'] as const),
] satisfies (keyof Tables)[]
type TableName = (typeof tableNames)[number]

export const tablesRead = tableNames.map((name) => [name, declaredTables[name] as ExportedTable] as const)

export class SnapshotTables {
  readonly lastIds: Snapshot['lastIds']
  readonly #snapshot: Snapshot
  readonly #progress: Progress
  readonly #signal: AbortSignal | undefined

  constructor(snapshot: Snapshot, progress: Progress, signal: AbortSignal | undefined) {
    this.lastIds = snapshot.lastIds
    this.#snapshot = snapshot
    this.#progress = progress
    this.#signal = signal
  }

  async *pages<T extends TableName>(name: T): AsyncGenerator<Snapped<T>[]> {
    for await (const page of this.#snapshot.pages(name, declaredTables[name] as ExportedTable, false, rowsAtOnce)) {
      this.#signal?.throwIfAborted()
      yield page as unknown as Snapped<T>[]
      await this.#progress.rows(page.length)
      await nextTurn()
    }
  }

  async *rows<T extends TableName>(name: T): AsyncGenerator<Snapped<T>> {
    for await (const page of this.pages(name)) yield* page
  }

  async *each<T extends TableName>(name: T, make: (row: Snapped<T>) => object): AsyncGenerator<object> {
    for await (const page of this.pages(name)) yield* page.map(make)
  }

  async all<T extends TableName>(name: T): Promise<Snapped<T>[]> {
    const rows: Snapped<T>[] = []
    for await (const page of this.pages(name)) rows.push(...page)
    return rows
  }
}

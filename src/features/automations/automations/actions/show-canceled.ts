import { ApiError, type MessageId } from '#contract'
import type { Organization } from '#platform/organization'
import type * as store from '../store.ts'
import { textsIn } from '../texts.ts'
import { runContext } from './run-context.ts'
import { statusEffect } from './steps/request-status.ts'

export interface CanceledRun {
  readonly row: store.Stored
  readonly run: store.StoredRun
  /** Messages with forms that were still open. */
  readonly messageIds: readonly MessageId[]
}

/** Says in the text of a canceled run's requests that they no longer wait, for clients without forms. */
export async function showCanceled(org: Organization, { row, run, messageIds }: CanceledRun): Promise<void> {
  if (messageIds.length === 0) return
  const { canceled } = textsIn(org.language)
  try {
    const effect = await statusEffect(await runContext(org, row, run), new Map(messageIds.map((id) => [id, canceled])))
    await org.transact(row.bot_id, effect)
  } catch (error) {
    // the bot can no longer read what started the run
    if (!(error instanceof ApiError) || error.status >= 500) throw error
  }
}

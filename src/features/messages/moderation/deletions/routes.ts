import type { UserId } from '#contract'
import { type Context, type Route, serve } from '#platform/serve'
import { restrictableUser } from '../../../people/restrictions/access.ts'
import { readerOf } from '../../messages/access/reader.ts'
import { hiddenBy } from '../../messages/hidden-messages/access.ts'
import { messageOptions } from '../../messages/options.ts'
import { maxCounted } from '../limits.ts'
import { deletionPeriods } from '../wire.ts'
import { type Deletable, deletablePage, type Page, startOf } from './access.ts'
import { startDeletion, undoDeletion } from './actions.ts'
import * as api from './api.ts'
import { deletions } from './due.ts'
import * as store from './store.ts'

const pageSize = 1_000

async function countDeletable(ctx: Context, userId: UserId) {
  restrictableUser(ctx, userId)
  const reader = await readerOf(ctx)
  const now = ctx.org.now()
  const counts = deletionPeriods.map((period) => ({
    period,
    since: startOf(period, now),
    count: 0,
    is_more: false,
  }))
  const counted = (sentAt: Date) => {
    for (const one of counts) if (one.since === null || sentAt >= one.since) one.count++
  }
  for (const { sent_at } of await ctx.read((tx) => hiddenBy(tx, reader, userId))) counted(sent_at)
  let before: number | null = Number.MAX_SAFE_INTEGER
  let oldest = now
  for (let seen = 0; before !== null && seen < maxCounted; seen += pageSize) {
    const page: Page = { since: null, before, size: pageSize }
    const { messages, next }: Deletable = await ctx.read((tx) => deletablePage(tx, reader, userId, page))
    for (const { sent_at } of messages) {
      if (sent_at < oldest) oldest = sent_at
      counted(sent_at)
    }
    before = next
  }
  if (before !== null) for (const one of counts) one.is_more = one.since === null || oldest >= one.since
  const of = ({ count, is_more }: { count: number; is_more: boolean }) => ({ count, is_more })
  const [hour, day, week, all] = counts.map(of)
  return { hour, day, week, all } as Record<(typeof deletionPeriods)[number], ReturnType<typeof of>>
}

function started(ctx: Context, row: store.Stored) {
  if (row.due_at) ctx.server.timer.sooner(deletions, row.due_at)
  return { deletion: store.toWire(row) }
}

export const deletionRoutes: readonly Route[] = [
  serve(api.countDeletable, (ctx, { user_id }) => countDeletable(ctx, user_id)),
  serve(api.deleteMessagesOf, async (ctx, { user_id, period }) => {
    const { keepDeletedMessagesDays: days } = messageOptions(ctx.server.config)
    return started(ctx, await ctx.transact((mutation) => startDeletion(mutation, user_id, period, days)))
  }),
  serve(api.undoDeletion, async (ctx, { user_id, deletion_id }) =>
    started(ctx, await ctx.transact((mutation) => undoDeletion(mutation, user_id, deletion_id))),
  ),
]

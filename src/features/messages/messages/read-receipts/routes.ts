import type { UserId } from '#contract'
import { type Route, serve } from '#platform/serve'
import { settingsOf } from '../../../people/organization/cache.ts'
import { personal } from '../../../people/user-settings/access.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { mutedUsersCache } from '../../mutes/users/cache.ts'
import { readableMessage } from '../access/readable.ts'
import { readerOf } from '../access/reader.ts'
import * as api from './api.ts'
import { readersOf } from './store.ts'

export const readReceiptRoutes: readonly Route[] = [
  serve(api.getReadReceipts, async (ctx, { message_id }) => {
    const { org } = ctx
    const reader = await readerOf(ctx)
    const readers = await ctx.read(async (tx) => {
      const message = await readableMessage(tx, reader, message_id)
      if (!settingsOf(org).enable_read_receipts) throw api.receiptsTurnedOff()
      return readersOf(tx, message)
    })
    const people = org.get(peopleCache).byId
    const muted = org.get(mutedUsersCache)
    const isMuting = (id: UserId) => muted.isMuted(id, ctx.viewer.id) || muted.isMuted(ctx.viewer.id, id)
    return {
      user_ids: readers.filter((id) => {
        const account = people.get(id)
        return account?.isActive && personal(account, 'send_read_receipts') && !isMuting(id)
      }),
    }
  }),
]

import { seconds, type UserId } from '#contract'
import { type Route, serve } from '#platform/serve'
import { restrictableUser } from '../../people/restrictions/access.ts'
import { restrictionsOfUser } from '../../people/restrictions/serialize.ts'
import { joinedWith, joiningOf } from '../../people/users/access/joined.ts'
import { readerOf } from '../messages/access/reader.ts'
import { reportsOf } from '../reports/serialize.ts'
import * as api from './api.ts'
import { banRoutes } from './bans/routes.ts'
import { deletionRoutes } from './deletions/routes.ts'
import * as deletions from './deletions/store.ts'
import { maxDeletionsKept, maxNotesPerPerson, maxReportsShown, maxSameNetworkShown, maxWarningsKept } from './limits.ts'
import * as networks from './networks/store.ts'
import { newcomerRoutes } from './newcomers/routes.ts'
import { noteRoutes } from './notes/routes.ts'
import * as notes from './notes/store.ts'
import { warningRoutes } from './warnings/routes.ts'
import * as warnings from './warnings/store.ts'

const joinedWithToWire = ({ id, created_at }: { readonly id: UserId; readonly created_at: Date }) => ({
  user_id: id,
  joined_at: seconds(created_at),
})

export const routes: readonly Route[] = [
  serve(api.getModerationFile, async (ctx, { user_id }) => {
    const account = restrictableUser(ctx, user_id)
    const reader = await readerOf(ctx)
    return ctx.read(async (tx) => {
      const about = await reportsOf(tx, reader, { authorId: user_id, limit: maxReportsShown })
      const by = await reportsOf(tx, reader, { reporterId: user_id, limit: maxReportsShown })
      const how = await joiningOf(tx, user_id)
      return {
        notes: (await notes.ofUser(tx, user_id, maxNotesPerPerson)).map(notes.toWire),
        restrictions: await restrictionsOfUser(tx, user_id),
        reports_about: about.reports,
        has_more_reports_about: about.has_more,
        reports_by: by.reports,
        has_more_reports_by: by.has_more,
        warnings: (await warnings.ofUser(tx, user_id, maxWarningsKept)).map(warnings.toWire),
        deletions: (await deletions.ofUser(tx, user_id, maxDeletionsKept)).map(deletions.toWire),
        joining: {
          joined_at: seconds(account.joinedAt),
          invitation: how.inviter_id === null ? null : how.invited_by_link ? ('link' as const) : ('email' as const),
          inviter_id: how.inviter_id,
          invitation_created_at: how.invitation_created_at && seconds(how.invitation_created_at),
        },
        same_network: (await networks.sameNetwork(tx, user_id, maxSameNetworkShown)).map(joinedWithToWire),
      }
    })
  }),
  serve(api.getJoinedWith, async (ctx, { user_id, before, limit }) => {
    restrictableUser(ctx, user_id)
    return ctx.read(async (tx) => {
      const how = await joiningOf(tx, user_id)
      const rows = await joinedWith(tx, ctx.org.id, user_id, how, { before, limit: limit + 1 })
      return {
        people: rows.slice(0, limit).map(joinedWithToWire),
        has_more: rows.length > limit,
      }
    })
  }),
  ...noteRoutes,
  ...deletionRoutes,
  ...warningRoutes,
  ...banRoutes,
  ...newcomerRoutes,
]

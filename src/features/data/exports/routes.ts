import { type Context, type Route, serve } from '#platform/serve'
import { performRemovals } from '../../messages/attachments/due.ts'
import { personal } from '../../people/user-settings/access.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { changeLink, deleteExport, requestExport } from './actions.ts'
import * as api from './api.ts'
import { exportsDue } from './due.ts'
import { serializeExport } from './serialize.ts'
import * as store from './store.ts'

const consentsOf = ({ org }: Pick<Context, 'org'>) =>
  org
    .get(peopleCache)
    .all()
    .filter(({ isActive, botType, isSystemBot }) => isActive && botType === null && !isSystemBot)
    .map((account) => ({
      user_id: account.id,
      consented: personal(account, 'allow_private_data_export'),
      email_address_visibility: personal(account, 'email_address_visibility'),
    }))

export const routes: readonly Route[] = [
  serve(api.exportRealm, async (ctx, { export_type, export_format }) => {
    const { id, requested_at } = await ctx.transact((mutation) => requestExport(mutation, export_type, export_format))
    ctx.server.timer.sooner(exportsDue, requested_at)
    return { id }
  }),
  serve(api.getRealmExports, async ({ org, read, viewer }) => ({
    exports: (await read((tx) => store.list(tx, org.id))).map((row) => serializeExport(org, row, viewer)),
  })),
  serve(api.deleteRealmExport, async (ctx, { export_id }) => {
    await ctx.transact((mutation) => deleteExport(mutation, export_id))
    // if it fails, the background work removes the file later
    await performRemovals(ctx.org, ctx.server.blobs)
    return {}
  }),
  serve(api.createRealmExportLink, async (ctx, { export_id }) => {
    await ctx.transact((mutation) => changeLink(mutation, export_id, 'new'))
    return {}
  }),
  serve(api.revokeRealmExportLink, async (ctx, { export_id }) => {
    await ctx.transact((mutation) => changeLink(mutation, export_id, 'none'))
    return {}
  }),
  serve(api.getRealmExportConsents, (ctx) => ({ export_consents: consentsOf(ctx) })),
]

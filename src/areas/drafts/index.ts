import { type Area, initial, serve, type Tap } from '#platform/serve'
import { maxDraftsInRegister } from '../organization/limits.ts'
import { ownAccount } from '../user-settings/access.ts'
import { userSettingsChanged } from '../user-settings/actions.ts'
import { personal } from '../user-settings/user-setting.ts'
import { checkDraftsOn, createDrafts, deleteDraft, editDraft } from './actions.ts'
import * as api from './api.ts'
import * as store from './store.ts'

/** Far more than anybody writes. */
const mostDrafts = 10_000

const taps: readonly Tap[] = [
  // compat: the drafts go, and no event says so: clients keep their own copies
  userSettingsChanged.tap(async ({ tx }, userIds, { enable_drafts_synchronization: on }) => {
    if (on === false) await store.removeAll(tx, userIds)
  }),
]

export const draftsArea: Area = {
  name: 'drafts',
  taps,
  api: [api],
  routes: [
    serve(api.getDrafts, async (ctx) => {
      checkDraftsOn(ctx)
      const drafts = await ctx.read((tx) => store.list(tx, ctx.viewer.id, mostDrafts))
      return { count: drafts.length, drafts }
    }),
    serve(api.createDrafts, async (ctx, { drafts }) => ({ ids: await ctx.write((act) => createDrafts(act, drafts)) })),
    serve(api.editDraft, async (ctx, { draft_id, draft }) => {
      await ctx.write((act) => editDraft(act, draft_id, draft))
      return {}
    }),
    serve(api.deleteDraft, async (ctx, { draft_id }) => {
      await ctx.write((act) => deleteDraft(act, draft_id))
      return {}
    }),
  ],
  state: [
    initial(api.draftsState, async (tx, viewer, { org }) =>
      personal(ownAccount(org, viewer), 'enable_drafts_synchronization')
        ? store.list(tx, viewer.id, maxDraftsInRegister)
        : [],
    ),
  ],
}

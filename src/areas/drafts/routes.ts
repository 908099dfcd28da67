import { type Route, serve } from '#platform/serve'
import { checkDraftsOn, createDrafts, deleteDraft, editDraft } from './actions.ts'
import * as api from './api.ts'
import * as store from './store.ts'

const mostDrafts = 10_000

export const routes: readonly Route[] = [
  serve(api.getDrafts, async (ctx) => {
    checkDraftsOn(ctx)
    const drafts = await ctx.read((tx) => store.list(tx, ctx.viewer.id, mostDrafts))
    return { count: drafts.length, drafts }
  }),
  serve(api.createDrafts, async (ctx, { drafts }) => ({ ids: await ctx.write((act) => createDrafts(act, drafts)) })),
  serve(api.editDraft, async (ctx, { draft_id, draft, expected_content }) => {
    await ctx.write((act) => editDraft(act, draft_id, draft, expected_content))
    return {}
  }),
  serve(api.deleteDraft, async (ctx, { draft_id, expected_content }) => {
    await ctx.write((act) => deleteDraft(act, draft_id, expected_content))
    return {}
  }),
]

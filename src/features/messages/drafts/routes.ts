import { type Route, serve } from '#platform/serve'
import { checkDraftsOn, createDrafts, deleteDraft, editDraft } from './actions.ts'
import * as api from './api.ts'
import * as store from './store.ts'

const maxDrafts = 10_000

export const routes: readonly Route[] = [
  serve(api.getDrafts, async (ctx) => {
    checkDraftsOn(ctx)
    const drafts = await ctx.read((tx) => store.list(tx, ctx.viewer.id, maxDrafts))
    return { count: drafts.length, drafts }
  }),
  serve(api.createDrafts, async (ctx, { drafts }) => ({
    ids: await ctx.transact((mutation) => createDrafts(mutation, drafts)),
  })),
  serve(api.editDraft, async (ctx, { draft_id, draft, expected_content }) => {
    await ctx.transact((mutation) => editDraft(mutation, draft_id, draft, expected_content))
    return {}
  }),
  serve(api.deleteDraft, async (ctx, { draft_id, expected_content }) => {
    await ctx.transact((mutation) => deleteDraft(mutation, draft_id, expected_content))
    return {}
  }),
]

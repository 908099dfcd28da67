import { type Route, serve } from '#platform/serve'
import { createSnippet, deleteSnippet, editSnippet } from './actions.ts'
import * as api from './api.ts'
import * as store from './store.ts'

export const routes: readonly Route[] = [
  serve(api.getSavedSnippets, async ({ read, viewer }) => ({
    saved_snippets: await read((tx) => store.list(tx, viewer.id)),
  })),
  serve(api.createSavedSnippet, async (ctx, text) => ({
    saved_snippet_id: (await ctx.transact((mutation) => createSnippet(mutation, text))).id,
  })),
  serve(api.editSavedSnippet, (ctx, { saved_snippet_id, ...changes }) =>
    ctx.transact((mutation) => editSnippet(mutation, saved_snippet_id, changes)),
  ),
  serve(api.deleteSavedSnippet, (ctx, { saved_snippet_id }) =>
    ctx.transact((mutation) => deleteSnippet(mutation, saved_snippet_id)),
  ),
]

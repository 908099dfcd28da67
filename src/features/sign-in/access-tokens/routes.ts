import { type Route, serve } from '#platform/serve'
import { keyOutsideBrowsers } from '../../people/users/sign-in-errors.ts'
import { tokenHolder } from './access.ts'
import { createToken, renameToken, revokeToken } from './actions.ts'
import * as api from './api.ts'
import { serialize } from './serialize.ts'
import * as store from './store.ts'

export const routes: readonly Route[] = [
  serve(api.getAccessTokens, async ({ org, viewer, read }, { bot_id }) => {
    const { id } = tokenHolder({ org }, viewer, bot_id)
    const rows = await read((tx) => store.ofUser(tx, id))
    return { access_tokens: rows.map((row) => serialize(org, row)) }
  }),
  serve(api.createAccessToken, async (ctx, asked) => {
    // scripts in a browser must not get credentials that outlive the session; bots' keys are available to them anyway
    if (ctx.request.session && asked.bot_id === undefined) throw keyOutsideBrowsers()
    return ctx.transact((mutation) => createToken(mutation, asked))
  }),
  serve(api.renameAccessToken, async (ctx, { token_id, name }) => {
    await ctx.transact((mutation) => renameToken(mutation, token_id, name))
    return {}
  }),
  serve(api.revokeAccessToken, async (ctx, { token_id }) => {
    await ctx.transact((mutation) => revokeToken(mutation, token_id))
    return {}
  }),
]

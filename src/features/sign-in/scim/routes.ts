import { type Route, serve } from '#platform/serve'
import { keyOutsideBrowsers } from '../../people/users/sign-in-errors.ts'
import { changeSettings, createToken, renameToken, revokeToken } from './actions/settings.ts'
import * as api from './api.ts'
import { writeRequests } from './request-log.ts'
import { serializeDirectory, serializeRequest } from './serialize.ts'
import * as store from './store.ts'

export const routes: readonly Route[] = [
  serve(api.getScim, async ({ org, read }) => serializeDirectory(org, await read((tx) => store.tokens(tx, org.id)))),
  serve(api.updateScim, async (ctx, changes) => {
    await ctx.transact((mutation) => changeSettings(mutation, changes))
    return {}
  }),
  serve(api.createScimToken, async (ctx, { name }) => {
    // a browser script mustn't get a token that outlives its session
    if (ctx.request.session) throw keyOutsideBrowsers()
    return ctx.transact((mutation) => createToken(mutation, name))
  }),
  serve(api.renameScimToken, async (ctx, { token_id, name }) => {
    await ctx.transact((mutation) => renameToken(mutation, token_id, name))
    return {}
  }),
  serve(api.revokeScimToken, async (ctx, { token_id }) => {
    await ctx.transact((mutation) => revokeToken(mutation, token_id))
    return {}
  }),
  serve(api.getScimRequests, async ({ org, read }, { only_problems, limit }) => {
    // include this process's latest requests
    await writeRequests(org)
    const rows = await read((tx) => store.requests(tx, org.id, only_problems, limit))
    return { requests: rows.map(serializeRequest) }
  }),
]

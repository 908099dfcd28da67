import { isAdministrator } from '#contract'
import { type Route, serve } from '#platform/serve'
import { peopleCache } from '../../people/users/cache.ts'
import { changePolicy, decide, withdraw } from './actions/decide.ts'
import * as api from './api.ts'
import { agentPolicyCache } from './cache.ts'
import { serialize } from './serialize.ts'
import * as store from './store.ts'

export const routes: readonly Route[] = [
  serve(api.getAgentPolicy, ({ org }) => ({ policy: { ...org.get(agentPolicyCache).policy } })),
  serve(api.changeAgentPolicy, async (ctx, asked) => {
    await ctx.transact((mutation) => changePolicy(mutation, asked))
    return {}
  }),
  serve(api.getAgentRequests, async ({ org, viewer, request, read }, { before, limit, state }) => {
    const bots = [...org.get(peopleCache).byId.values()].filter(({ botOwnerId }) => botOwnerId === viewer.id)
    const rows = await read((tx) =>
      store.list(tx, org.id, {
        ...{ before, state },
        tokenId: request.token?.id,
        userIds: [viewer.id, ...bots.map(({ id }) => id)],
        forAdministrators: isAdministrator(viewer) && !viewer.isBot,
        limit: limit + 1,
      }),
    )
    return { requests: rows.slice(0, limit).map(serialize), has_more: rows.length > limit }
  }),
  serve(api.approveAgentRequest, async (ctx, { request_id }) => {
    await ctx.transact(async (mutation) =>
      decide(mutation, await store.find(mutation.tx, mutation.org.id, request_id), true),
    )
    return {}
  }),
  serve(api.refuseAgentRequest, async (ctx, { request_id }) => {
    await ctx.transact(async (mutation) =>
      decide(mutation, await store.find(mutation.tx, mutation.org.id, request_id), false),
    )
    return {}
  }),
  serve(api.withdrawAgentRequest, async (ctx, { request_id }) => {
    await ctx.transact((mutation) => withdraw(mutation, request_id, ctx.request.token))
    return {}
  }),
]

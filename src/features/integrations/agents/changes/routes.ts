import { isAdministrator, mustBeAdministrator } from '#contract'
import { type Route, serve } from '#platform/serve'
import { ownAgentsOf } from './access.ts'
import { undoOne, undoSeveral } from './actions/undo.ts'
import * as api from './api.ts'
import { serialize } from './serialize.ts'
import * as store from './store.ts'

export const routes: readonly Route[] = [
  serve(api.getAgentChanges, async ({ org, viewer, read }, { before, limit, token_id, everyone }) => {
    if (everyone && !isAdministrator(viewer)) throw mustBeAdministrator()
    const userIds = everyone ? undefined : ownAgentsOf(org, viewer)
    const wanted = { before, tokenId: token_id, userIds, limit: limit + 1 }
    const rows = await read((tx) => store.list(tx, org.id, wanted))
    return { acts: rows.slice(0, limit).map(serialize), has_more: rows.length > limit }
  }),
  serve(api.undoAgentChange, async (ctx, { act_id }) => {
    await undoOne(ctx, act_id)
    return {}
  }),
  serve(api.undoAgentChanges, async (ctx, { request_id, token_id, since }) => {
    const isByToken = token_id !== undefined && since !== undefined
    if ((request_id !== undefined) === isByToken || (token_id === undefined) !== (since === undefined))
      throw api.changesNotNamed()
    const time = since === undefined ? undefined : new Date(since * 1000)
    return undoSeveral(ctx, { requestId: request_id, tokenId: token_id, since: time })
  }),
]

import { seconds } from '#contract'
import { serve } from '#platform/serve'
import { browserKeys, checkShapes } from '../keys.ts'
import * as store from '../store.ts'
import * as api from '../web-api.ts'
import { checkAddress, subscribe, unsubscribe } from './actions.ts'
import { serverKeys } from './server-keys.ts'
import { hostOf } from './web-push.ts'

export const webRoutes = [
  serve(api.getWebPush, async ({ read, viewer, server }) => {
    const { publicKey } = await serverKeys(server.config)
    const devices = await read((tx) => store.list(tx, viewer.id, 'web'))
    return {
      public_key: publicKey,
      subscriptions: devices.map(({ id, endpoint, created_at }) => ({
        device_id: id,
        host: hostOf(endpoint),
        date_created: seconds(created_at),
      })),
    }
  }),
  serve(api.subscribeWebPush, async (ctx, { endpoint, ...keys }) => {
    checkShapes(browserKeys, keys)
    const address = checkAddress(endpoint, ctx.server.config)
    const session_id = ctx.request.session?.id ?? null
    return {
      device_id: await ctx.transact((mutation) => subscribe(mutation, { endpoint: address, ...keys, session_id })),
    }
  }),
  serve(api.unsubscribeWebPush, (ctx, { device_id }) => ctx.transact((mutation) => unsubscribe(mutation, device_id))),
]

import { seconds } from '#contract'
import { type Route, serve } from '#platform/serve'
import { peopleCache } from '../users/cache.ts'
import { dismissDigest, endQuiet, pause, setHours } from './actions.ts'
import * as api from './api.ts'
import { quietTimesCache } from './cache.ts'

export const routes: readonly Route[] = [
  serve(api.getQuietTime, ({ get, org, viewer }) => {
    const account = get(peopleCache).byId.get(viewer.id)
    const times = get(quietTimesCache)
    const until = account ? times.until(account, org.now()) : null
    return {
      quiet_time: times.of(viewer.id),
      quiet_until: until === null ? null : seconds(until),
      timezone: account?.timezone ?? '',
    }
  }),
  serve(api.pauseNotifications, async (ctx, { until }) => {
    await ctx.transact((mutation) => pause(mutation, until))
    return {}
  }),
  serve(api.endQuietTime, async (ctx) => {
    await ctx.transact((mutation) => endQuiet(mutation))
    return {}
  }),
  serve(api.setQuietHours, async (ctx, { hours }) => {
    await ctx.transact((mutation) => setHours(mutation, hours))
    return {}
  }),
  serve(api.dismissQuietDigest, async (ctx) => {
    await ctx.transact((mutation) => dismissDigest(mutation))
    return {}
  }),
]

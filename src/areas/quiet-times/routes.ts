import { seconds } from '#contract'
import { type Route, serve } from '#platform/serve'
import { peopleMirror } from '../users/mirror.ts'
import { dismissDigest, endQuiet, pause, setHours } from './actions.ts'
import * as api from './api.ts'
import { quietTimesMirror } from './mirror.ts'

export const routes: readonly Route[] = [
  serve(api.getQuietTime, ({ get, org, viewer }) => {
    const account = get(peopleMirror).byId.get(viewer.id)
    const times = get(quietTimesMirror)
    const until = account ? times.until(account, org.now()) : null
    return {
      quiet_time: times.of(viewer.id),
      quiet_until: until === null ? null : seconds(until),
      timezone: account?.timezone ?? '',
    }
  }),
  serve(api.pauseNotifications, async (ctx, { until }) => {
    await ctx.write((act) => pause(act, until))
    return {}
  }),
  serve(api.endQuietTime, async (ctx) => {
    await ctx.write((act) => endQuiet(act))
    return {}
  }),
  serve(api.setQuietHours, async (ctx, { hours }) => {
    await ctx.write((act) => setHours(act, hours))
    return {}
  }),
  serve(api.dismissQuietDigest, async (ctx) => {
    await ctx.write((act) => dismissDigest(act))
    return {}
  }),
]

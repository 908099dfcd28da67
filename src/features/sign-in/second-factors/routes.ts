import { type Context, type Route, serve } from '#platform/serve'
import { organizationCache } from '../../people/organization/cache.ts'
import { administeredUser, checkCanManage, knownUser } from '../../people/users/access/index.ts'
import { checkProof, newSetup } from './access.ts'
import { disable, enable, removeOf, renewCodes, serializeFactor, useCode } from './actions.ts'
import * as api from './api.ts'
import { addressOf } from './one-time-code.ts'
import { qrCodeOf } from './qr-code.ts'
import * as store from './store.ts'

const own = ({ org, viewer }: Pick<Context, 'org' | 'viewer'>) => knownUser(org, viewer.id)

const prove = (ctx: Context, given: { password?: string | undefined; code?: string | undefined }) =>
  checkProof(ctx, given, (account, code) => useCode(ctx, account, code))

export const routes: readonly Route[] = [
  serve(api.getSecondFactor, async (ctx) => ({
    second_factor: await ctx.read((tx) => serializeFactor({ tx, org: ctx.org }, own(ctx))),
  })),
  serve(api.beginSecondFactor, async (ctx, proof) => {
    await prove(ctx, proof)
    const { org, viewer, server } = ctx
    const { secret, setup_token } = newSetup(org, viewer.id, server.now())
    const uri = addressOf(secret, org.get(organizationCache).name, own(ctx).deliveryEmail)
    return { secret, uri, qr_code: qrCodeOf(uri), setup_token }
  }),
  serve(api.enableSecondFactor, async (ctx, { setup_token, code }) => {
    let recovery_codes: string[] = []
    // the token already required proof; guesses are limited as for other codes
    await ctx.request.tryCode(`setup ${ctx.viewer.id}`, async () => {
      recovery_codes = await ctx.transact((mutation) => enable(mutation, own(ctx), setup_token, code))
      return true
    })
    return { recovery_codes }
  }),
  serve(api.renewRecoveryCodes, async (ctx, proof) => {
    await prove(ctx, proof)
    return { recovery_codes: await ctx.transact((mutation) => renewCodes(mutation, own(ctx))) }
  }),
  serve(api.disableSecondFactor, async (ctx, proof) => {
    await prove(ctx, proof)
    await ctx.transact((mutation) => disable(mutation, own(ctx)))
    return {}
  }),
  serve(api.getSecondFactors, async ({ org, read }) => ({
    user_ids: await read((tx) => store.everyone(tx, org.id)),
  })),
  serve(api.removeSecondFactor, async (ctx, { user_id }) => {
    await ctx.transact(async (mutation) => {
      const account = administeredUser(mutation.org, user_id)
      checkCanManage(mutation.viewer, account)
      await removeOf(mutation, account)
    })
    return {}
  }),
]

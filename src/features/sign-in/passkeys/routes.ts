import { type Context, type Route, serve } from '#platform/serve'
import { knownUser } from '../../people/users/access/index.ts'
import { checkProof } from '../second-factors/access.ts'
import { useCode } from '../second-factors/actions.ts'
import { register, registrationOptions, remove, rename, serialize } from './actions.ts'
import * as api from './api.ts'
import * as store from './store.ts'

const own = ({ org, viewer }: Context) => knownUser(org, viewer.id)

export const routes: readonly Route[] = [
  serve(api.getPasskeys, async ({ read, viewer }) => ({
    passkeys: (await read((tx) => store.ofUser(tx, viewer.id))).map(serialize),
  })),
  serve(api.beginPasskey, async (ctx, proof) => {
    await checkProof(ctx, proof, (account, code) => useCode(ctx, account, code))
    return { options: { ...(await registrationOptions(ctx, own(ctx))) } }
  }),
  serve(api.createPasskey, async (ctx, { name, credential_response }) => ({
    passkey: await register(ctx, own(ctx), name, credential_response),
  })),
  serve(api.renamePasskey, async (ctx, { passkey_id, name }) => {
    await ctx.transact((mutation) => rename(mutation, passkey_id, name))
    return {}
  }),
  serve(api.removePasskey, async (ctx, { passkey_id }) => {
    await ctx.transact((mutation) => remove(mutation, passkey_id))
    return {}
  }),
]

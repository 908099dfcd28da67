import { type Context, serve } from '#platform/serve'
import { knownUser } from '../access/index.ts'
import { avatarUrl } from '../serialize.ts'
import { changeAvatar, checkCanChangeAvatar, forgetPicture, takePicture } from './actions.ts'
import * as api from './api.ts'

async function replace(ctx: Context, key: string | null): Promise<{ avatar_url: string }> {
  const [before, after] = await ctx.transact(async (mutation) => {
    const account = knownUser(mutation.org, mutation.viewer.id)
    return [account, await changeAvatar(mutation, account, key)] as const
  })
  await forgetPicture(ctx, before.avatarKey)
  return { avatar_url: avatarUrl(after) }
}

export const avatarRoutes = [
  serve(api.uploadAvatar, async (ctx) => {
    checkCanChangeAvatar(ctx)
    return replace(ctx, await takePicture(ctx, ctx.viewer.id, ctx.request.files))
  }),
  serve(api.deleteAvatar, async (ctx) => {
    checkCanChangeAvatar(ctx)
    return replace(ctx, null)
  }),
]

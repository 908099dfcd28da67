import { type Context, serve } from '#platform/serve'
import { knownUser } from '../access/index.ts'
import { avatarUrl } from '../present.ts'
import { changeAvatar, checkMayChangeAvatar, forgetPicture, takePicture } from './actions.ts'
import * as api from './api.ts'

async function replace(ctx: Context, key: string | null): Promise<{ avatar_url: string }> {
  const [before, after] = await ctx.write(async (act) => {
    const account = knownUser(act.org, act.viewer.id)
    return [account, await changeAvatar(act, account, key)] as const
  })
  await forgetPicture(ctx, before.avatarKey)
  return { avatar_url: avatarUrl(after) }
}

export const avatarRoutes = [
  serve(api.uploadAvatar, async (ctx) => {
    checkMayChangeAvatar(ctx)
    return replace(ctx, await takePicture(ctx, ctx.viewer.id, ctx.request.files))
  }),
  serve(api.deleteAvatar, async (ctx) => {
    checkMayChangeAvatar(ctx)
    return replace(ctx, null)
  }),
]

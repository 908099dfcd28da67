import type { Context } from '#platform/serve'
import { notify } from '../../../messages/messages/actions/notify.ts'
import { organizationCache } from '../../../people/organization/cache.ts'
import type { Account } from '../../../people/users/account.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { callPath, newCall } from '../bigbluebutton-call.ts'
import { textsIn } from '../texts.ts'

/** The path is for everyone; the moderator gets a separate URL from the bot, as browsers aren't signed in. */
export async function createCall(ctx: Context, name: string, voiceOnly: boolean): Promise<string> {
  const { org, server, viewer } = ctx
  const call = newCall(server.config, name, voiceOnly)
  const own = callPath(server.config, org.id, { ...call, moderator: true })
  const url = server.organizationUrl(org.get(organizationCache).subdomain) + own
  const maker = org.get(peopleCache).byId.get(viewer.id) as Account
  const content = textsIn(ctx.language).made(url)
  await ctx.transact((mutation) => notify(mutation, maker, content, () => false))
  return callPath(server.config, org.id, call)
}

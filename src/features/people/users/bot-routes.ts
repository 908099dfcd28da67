import { initial, serve } from '#platform/serve'
import { type Account, isManagedBot } from './account.ts'
import { administeredBot, createBot, deactivateUser, regenerateApiKey, updateBot } from './actions/index.ts'
import * as api from './bot-api.ts'
import { botObject } from './bot-serialize.ts'
import { peopleCache } from './cache.ts'
import { canAdministerBot } from './rules.ts'
import { avatarUrl } from './serialize.ts'

/** A bot in responses to its administrators; events never have its key. */
function answered(bot: Account) {
  const { services: _services, ...rest } = botObject(bot)
  return { ...rest, user_id: bot.id, api_key: bot.apiKey, avatar_url: avatarUrl(bot) }
}

export const botRoutes = [
  serve(api.getBots, ({ org, viewer }) => {
    const own = org
      .get(peopleCache)
      .botsOf(viewer.id)
      .filter(({ isActive }) => isActive)
    return {
      bots: own.map((bot) => ({
        ...answered(bot),
        username: bot.deliveryEmail,
        full_name: bot.fullName,
        services: botObject(bot).services,
      })),
    }
  }),
  serve(api.createBot, async (ctx, bot) => answered(await ctx.transact((mutation) => createBot(mutation, bot)))),
  serve(api.updateBot, async (ctx, { bot_id, ...changes }) => {
    const bot = await ctx.transact((mutation) =>
      updateBot(mutation, administeredBot(mutation, mutation.viewer, bot_id), changes),
    )
    const owner = ctx.get(peopleCache).ownerOf(bot)
    return { full_name: bot.fullName, avatar_url: avatarUrl(bot), bot_owner: owner?.fullName ?? null }
  }),
  serve(api.deactivateBot, async (ctx, { bot_id }) => {
    const gone = await ctx.transact((mutation) =>
      deactivateUser(mutation, administeredBot(mutation, mutation.viewer, bot_id)),
    )
    for (const id of gone) await ctx.org.queues.removeAll(id)
    return {}
  }),
  serve(api.getBotApiKey, ({ org, viewer }, { bot_id }) => ({
    api_key: administeredBot({ org }, viewer, bot_id).apiKey,
  })),
  serve(api.regenerateBotApiKey, async (ctx, { bot_id }) => ({
    api_key: await ctx.transact((mutation) =>
      regenerateApiKey(mutation, administeredBot(mutation, mutation.viewer, bot_id)),
    ),
  })),
]

export const botState = [
  initial(api.realmBots, (_tx, viewer, { org }) =>
    org
      .get(peopleCache)
      .all()
      .filter(isManagedBot)
      .filter((bot) => canAdministerBot(viewer, bot))
      .map(botObject),
  ),
]

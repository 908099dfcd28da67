import { type Route, serve } from '#platform/serve'
import type { Account } from '../../../people/users/account.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { sendWelcome } from '../actions/notices.ts'
import * as api from '../api/welcome.ts'

export const welcomeRoutes: readonly Route[] = [
  serve(api.testWelcome, async (ctx, { welcome_message_custom_text }) => ({
    message_id: await ctx.transact((mutation) =>
      sendWelcome(mutation, mutation.get(peopleCache).byId.get(ctx.viewer.id) as Account, welcome_message_custom_text),
    ),
  })),
]

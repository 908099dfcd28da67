import type { ParamsOf } from '#contract'
import { roles } from '#contract'
import { sessionCookie } from '#platform/http'
import type { Organization } from '#platform/organization'
import { type Context, JsonFields, type Route, serve, serveAnyone } from '#platform/serve'
import type { Viewer } from '#platform/viewer'
import { administeredUser, checkCanManage, isOnlyOwner, knownUser, userByEmail, visibilityOf } from './access/index.ts'
import { accountWithPassword } from './access/password.ts'
import type { Account } from './account.ts'
import { mailDeactivation } from './actions/deactivation-mail.ts'
import { deleteProfile, deletingMessages } from './actions/delete-profile.ts'
import { createUser, deactivateUser, reactivateUser, regenerateApiKey, updateUser } from './actions/index.ts'
import { noteSignIn } from './actions/signed-in.ts'
import * as api from './api.ts'
import { forgetPicture } from './avatars/actions.ts'
import { avatarRoutes } from './avatars/routes.ts'
import { botRoutes } from './bot-routes.ts'
import { peopleCache } from './cache.ts'
import { chosenFrom } from './chosen.ts'
import { awayUsers, checkSecondStep, newestMessage, usersForSpectators } from './extension-points.ts'
import * as keyApi from './key-api.ts'
import { hashPasswordIn } from './new-password.ts'
import { picturesFor } from './people-serialize.ts'
import { peopleTexts } from './people-texts.ts'
import { userObject } from './serialize.ts'
import * as signInErrors from './sign-in-errors.ts'
import type { User } from './wire.ts'

interface Look {
  readonly client_gravatar: boolean
  readonly include_custom_profile_fields: boolean
}

function shown(org: Organization, viewer: Viewer, account: Account, look: Look): User {
  const user = userObject(org, viewer, account, { gravatars: look.client_gravatar, without: 'none' })
  if (look.include_custom_profile_fields) return user
  const { profile_data: _, ...rest } = user
  return rest
}

async function getUsers(
  ctx: Context,
  { user_ids, after, limit, client_capabilities, ...look }: ParamsOf<typeof api.getUsers.params>,
) {
  const { org, viewer } = ctx
  const wanted = user_ids && new Set<number>(user_ids)
  const isWanted = (id: number) => id > after && (!wanted || wanted.has(id))
  if (viewer.isSpectator) {
    const all = (await usersForSpectators(ctx)).filter(({ user_id }) => isWanted(user_id))
    return limit === undefined ? { members: all } : { members: all.slice(0, limit), found_last: all.length <= limit }
  }
  const knows = visibilityOf(org, viewer)
  const isShown = ({ id, isSystemBot }: Account) => !isSystemBot && isWanted(id) && knows(id)
  const most = limit === undefined ? limit : limit + 1
  const found = await chosenFrom(org.get(peopleCache).all(), isShown, { most })
  const members = await peopleTexts(org, viewer, limit === undefined ? found : found.slice(0, limit), {
    ...(limit === undefined && !wanted ? { list: 'members' } : {}),
    pictures: picturesFor({
      clientGravatar: look.client_gravatar,
      can: (capability) => client_capabilities.get(capability) === true,
    }),
    withProfile: look.include_custom_profile_fields,
    isAway: awayUsers(org),
  })
  const end = limit === undefined ? '' : `,"found_last":${found.length <= limit}`
  return new JsonFields(['"members":[', ...members, `]${end}`])
}

/** Deletes remaining messages in several mutations, with other requests in between. */
async function deleteWhatIsLeft(
  ctx: Context,
  account: Account,
  actions: NonNullable<ParamsOf<typeof api.deactivateUser.params>['actions']>,
): Promise<void> {
  if (actions.delete_profile) await forgetPicture(ctx, account.avatarKey)
  const where = {
    publicChannels: actions.delete_public_channel_messages,
    privateChannels: actions.delete_private_channel_messages,
    directConversations: actions.delete_direct_messages,
  }
  if (!Object.values(where).includes(true)) return
  const deletion = { after: 0, isMore: true }
  while (deletion.isMore) await ctx.transact((mutation) => deletingMessages(mutation, account, where, deletion))
}

export const routes: readonly Route[] = [
  serveAnyone(keyApi.fetchApiKey, async (ctx, { username, password, second_factor_code }) => {
    const account = await accountWithPassword(ctx, username, password)
    await checkSecondStep(ctx, account, second_factor_code)
    await noteSignIn(ctx, account)
    return { api_key: account.apiKey, email: account.deliveryEmail, user_id: account.id }
  }),
  serve(keyApi.regenerateOwnApiKey, async (ctx) => {
    if (ctx.request.session) throw signInErrors.keyOutsideBrowsers()
    // the web client authenticates by key, but its browser also sends the cookie
    const cookie = ctx.request.cookies.get(sessionCookie)
    return {
      api_key: await ctx.transact((mutation) =>
        regenerateApiKey(mutation, knownUser(mutation.org, mutation.viewer.id), cookie),
      ),
    }
  }),
  serve(api.getOwnUser, async ({ org, viewer, read }) => ({
    ...userObject(org, viewer, knownUser(org, viewer.id)),
    max_message_id: await read(async (tx) => newestMessage(tx, viewer.id)),
  })),
  serve(api.deactivateOwnUser, async (ctx) => {
    const gone = await ctx.transact((mutation) => {
      const account = knownUser(mutation.org, mutation.viewer.id)
      if (isOnlyOwner(mutation.org, account)) {
        const others = mutation.get(peopleCache).all()
        const is_last_owner = others.some(
          ({ id, isActive, botType }) => isActive && botType === null && id !== account.id,
        )
        throw api.cannotDeactivateSelf({ entity: is_last_owner ? 'organization owner' : 'user', is_last_owner })
      }
      return deactivateUser(mutation, account)
    })
    for (const id of gone) await ctx.org.queues.removeAll(id)
    return {}
  }),
  serve(api.getUsers, getUsers),
  serve(api.getUser, ({ org, viewer }, { user_id, ...look }) => ({
    user: shown(org, viewer, knownUser(org, user_id, viewer), look),
  })),
  serve(api.getUserByEmail, ({ org, viewer }, { email, ...look }) => ({
    user: shown(org, viewer, userByEmail(org, viewer, email), look),
  })),
  serve(api.createUser, async (ctx, { email, full_name, password }) => {
    const password_hash = await hashPasswordIn(ctx.org, password, { fullName: full_name, email })
    const account = await ctx.transact((mutation) =>
      createUser(mutation, { email, full_name, role: roles.member, password_hash }),
    )
    return { user_id: account.id }
  }),
  serve(api.updateUser, async (ctx, { user_id, ...changes }) => {
    await ctx.transact((mutation) => updateUser(mutation, administeredUser(mutation.org, user_id), changes))
    return {}
  }),
  serve(api.updateUserByEmail, async (ctx, { email, ...changes }) => {
    await ctx.transact((mutation) => {
      const { id } = userByEmail(mutation.org, mutation.viewer, email)
      return updateUser(mutation, administeredUser(mutation.org, id), changes)
    })
    return {}
  }),
  serve(api.deactivateUser, async (ctx, { user_id, deactivation_notification_comment: comment, actions }) => {
    const gone = await ctx.transact(async (mutation) => {
      const account = administeredUser(mutation.org, user_id)
      checkCanManage(mutation.viewer, account)
      const all = await deactivateUser(mutation, account)
      if (all.length > 0 && typeof comment === 'string') await mailDeactivation(mutation, account, comment)
      if (actions?.delete_profile) await deleteProfile(mutation, account)
      return { account, all }
    })
    for (const id of gone.all) await ctx.org.queues.removeAll(id)
    if (actions) await deleteWhatIsLeft(ctx, gone.account, actions)
    return {}
  }),
  serve(api.reactivateUser, async (ctx, { user_id }) => {
    await ctx.transact((mutation) => {
      const account = administeredUser(mutation.org, user_id)
      checkCanManage(mutation.viewer, account)
      return reactivateUser(mutation, account, mutation.viewer.id)
    })
    return {}
  }),
  ...botRoutes,
  ...avatarRoutes,
]

import type { ParamsOf } from '#contract'
import { roles } from '#contract'
import { type Context, type Route, serve, serveAnyone } from '#platform/serve'
import { administeredUser, isOnlyOwner, knownUser, mayDecideAbout, sightOf, userByEmail } from './access/index.ts'
import { accountWithPassword } from './access/password.ts'
import type { Account } from './account.ts'
import { mailDeactivation } from './actions/deactivation-mail.ts'
import { deleteProfile, deletingMessages } from './actions/delete-profile.ts'
import { createUser, deactivateUser, reactivateUser, regenerateApiKey, updateUser } from './actions/index.ts'
import { noteSignIn } from './actions/signed-in.ts'
import * as api from './api.ts'
import { hashPassword } from './api-key.ts'
import { forgetPicture } from './avatars/actions.ts'
import { avatarRoutes } from './avatars/routes.ts'
import { botRoutes } from './bot-routes.ts'
import { peopleMirror } from './mirror.ts'
import { newestMessage } from './newest-message.ts'
import { userObject } from './present.ts'
import { usersForSpectators } from './questions.ts'
import type { User } from './wire.ts'

/** Profiles only for whoever asks for them. */
const shown = (user: User, withProfile: boolean): User => {
  if (withProfile) return user
  const { profile_data: _, ...rest } = user
  return rest
}

/** What an account leaves behind goes in acts of their own, between which others come to their turn. */
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
  while (deletion.isMore) await ctx.write((act) => deletingMessages(act, account, where, deletion))
}

export const routes: readonly Route[] = [
  serveAnyone(api.fetchApiKey, async (ctx, { username, password }) => {
    const account = await accountWithPassword(ctx, username, password)
    await noteSignIn(ctx, account)
    return { api_key: account.apiKey, email: account.deliveryEmail, user_id: account.id }
  }),
  serve(api.regenerateOwnApiKey, async (ctx) => {
    if (ctx.request.session) throw api.keyOutsideBrowsers()
    return { api_key: await ctx.write((act) => regenerateApiKey(act, knownUser(act.org, act.viewer.id))) }
  }),
  serve(api.getOwnUser, async ({ org, viewer, read }) => ({
    ...userObject(org, viewer, knownUser(org, viewer.id)),
    max_message_id: await read(async (tx) => newestMessage(tx, viewer.id)),
  })),
  serve(api.deactivateOwnUser, async (ctx) => {
    const gone = await ctx.write((act) => {
      const account = knownUser(act.org, act.viewer.id)
      if (isOnlyOwner(act.org, account)) {
        const others = act.get(peopleMirror).all()
        const is_last_owner = others.some(
          ({ id, isActive, botType }) => isActive && botType === null && id !== account.id,
        )
        throw api.cannotDeactivateSelf({ entity: is_last_owner ? 'organization owner' : 'user', is_last_owner })
      }
      return deactivateUser(act, account)
    })
    for (const id of gone) await ctx.org.queues.removeAll(id)
    return {}
  }),
  serve(api.getUsers, ({ org, viewer }, { user_ids, include_custom_profile_fields }) => {
    const wanted = user_ids && new Set<number>(user_ids)
    if (viewer.isSpectator)
      return { members: usersForSpectators(org).filter(({ user_id }) => !wanted || wanted.has(user_id)) }
    const knows = sightOf(org, viewer)
    const members = org
      .get(peopleMirror)
      .all()
      .filter(({ id, isSystemBot }) => !isSystemBot && (!wanted || wanted.has(id)) && knows(id))
      .map((account) => shown(userObject(org, viewer, account), include_custom_profile_fields))
    return { members }
  }),
  serve(api.getUser, ({ org, viewer }, { user_id, include_custom_profile_fields }) => ({
    user: shown(userObject(org, viewer, knownUser(org, user_id, viewer)), include_custom_profile_fields),
  })),
  serve(api.getUserByEmail, ({ org, viewer }, { email, include_custom_profile_fields }) => ({
    user: shown(userObject(org, viewer, userByEmail(org, viewer, email)), include_custom_profile_fields),
  })),
  serve(api.createUser, async (ctx, { email, full_name, password }) => {
    const password_hash = await hashPassword(password)
    const account = await ctx.write((act) => createUser(act, { email, full_name, role: roles.member, password_hash }))
    return { user_id: account.id }
  }),
  serve(api.updateUser, async (ctx, { user_id, ...changes }) => {
    await ctx.write((act) => updateUser(act, administeredUser(act.org, user_id), changes))
    return {}
  }),
  serve(api.updateUserByEmail, async (ctx, { email, ...changes }) => {
    await ctx.write((act) => {
      const { id } = userByEmail(act.org, act.viewer, email)
      return updateUser(act, administeredUser(act.org, id), changes)
    })
    return {}
  }),
  serve(api.deactivateUser, async (ctx, { user_id, deactivation_notification_comment: comment, actions }) => {
    const gone = await ctx.write(async (act) => {
      const account = administeredUser(act.org, user_id)
      mayDecideAbout(act.viewer, account)
      const all = await deactivateUser(act, account)
      if (all.length > 0 && typeof comment === 'string') await mailDeactivation(act, account, comment)
      if (actions?.delete_profile) await deleteProfile(act, account)
      return { account, all }
    })
    for (const id of gone.all) await ctx.org.queues.removeAll(id)
    if (actions) await deleteWhatIsLeft(ctx, gone.account, actions)
    return {}
  }),
  serve(api.reactivateUser, async (ctx, { user_id }) => {
    await ctx.write((act) => {
      const account = administeredUser(act.org, user_id)
      mayDecideAbout(act.viewer, account)
      return reactivateUser(act, account, act.viewer.id)
    })
    return {}
  }),
  ...botRoutes,
  ...avatarRoutes,
]

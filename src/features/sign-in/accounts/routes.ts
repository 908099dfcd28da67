import type { ParamsOf } from '#contract'
import { type Route, serveAnyone } from '#platform/serve'
import { rulesToJoin } from '../../people/community-rules/cache.ts'
import { organizationCache } from '../../people/organization/cache.ts'
import * as actions from './actions/index.ts'
import { offerOf, roleIn } from './actions/join.ts'
import * as api from './api.ts'
import { needsApproval, questionsFor } from './applications/access.ts'

type RegistrationParams = ParamsOf<typeof api.registerAccount.params>

const registrationIn = <T extends RegistrationParams>({
  default_channel_group_ids: channelGroupIds,
  accepted_rules_version: acceptedRules,
  ...person
}: T) => ({ ...person, channelGroupIds, acceptedRules })

export const routes: readonly Route[] = [
  serveAnyone(api.lookAtInvitation, async (ctx, { key }) => {
    const { admission, groups } = await actions.lookAt(ctx, (reader) => offerOf(reader, key))
    return {
      organization: ctx.org.get(organizationCache).name,
      email: admission.email,
      invited_as: roleIn(admission),
      needs_confirmation: admission.email === null,
      rules_version: rulesToJoin(ctx.org),
      needs_approval: needsApproval(ctx.org, admission.invitation),
      join_questions: [...questionsFor(ctx.org, admission.invitation)],
      default_channel_groups: groups.map(({ id, name, description }) => ({ id, name, description })),
    }
  }),
  serveAnyone(api.confirmAddress, async (ctx, { email, key }) => {
    await ctx.transact((mutation) => actions.confirmAddress(mutation, email, key, ctx.language))
    return {}
  }),
  serveAnyone(api.registerAccount, async (ctx, params) => {
    const account = await actions.register(ctx, registrationIn(params))
    return { api_key: account.apiKey, email: account.deliveryEmail, user_id: account.id }
  }),
  serveAnyone(api.applyToJoin, async (ctx, params) => {
    await actions.applyByLink(ctx, registrationIn(params))
    return {}
  }),
  serveAnyone(api.requestPasswordReset, async (ctx, { email }) => {
    await ctx.transact((mutation) => actions.mailPasswordReset(mutation, email))
    return {}
  }),
  serveAnyone(api.confirmPasswordReset, async (ctx, { key, new_password }) => {
    await actions.setPassword(ctx, key, new_password)
    return {}
  }),
  serveAnyone(api.confirmAddressChange, async (ctx, { key }) => {
    await ctx.transact((mutation) => actions.confirmAddressChange(mutation, key))
    return {}
  }),
  serveAnyone(api.stopAddressChange, async (ctx, { key }) => {
    await ctx.transact((mutation) => actions.stopAddressChange(mutation, key))
    return {}
  }),
]

import { isAdministrator, seconds } from '#contract'
import type { Organization } from '#platform/organization'
import { type Route, serve } from '#platform/serve'
import * as actions from './actions.ts'
import * as api from './api.ts'
import { reminding } from './due.ts'
import { inviteImported } from './imported.ts'
import * as store from './store.ts'

const toWire = (org: Organization, row: store.StoredInvitation): api.Invite => ({
  id: row.id,
  invited_by_user_id: row.inviter_id,
  invited: seconds(row.created_at),
  expiry_date: row.expires_at && seconds(row.expires_at),
  invited_as: row.role,
  ...(row.email === null ? { link_url: actions.joinUrl(org, row.link_token as string) } : { email: row.email }),
  notify_referrer_on_join: row.notify_inviter,
  is_multiuse: row.email === null,
})

export const routes: readonly Route[] = [
  serve(api.getInvites, async ({ org, viewer, read }) => {
    const own = isAdministrator(viewer) ? undefined : viewer.id
    const rows = await read((tx) => store.list(tx, org.id, org.now(), own))
    // a link that creates owners is only shown to owners
    const shown = rows.filter(({ role, inviter_id }) => role >= viewer.role || inviter_id === viewer.id)
    return { invites: shown.map((row) => toWire(org, row)) }
  }),
  serve(api.sendInvites, async (ctx, { invitee_emails, ...invitation }) => {
    const refusal = await ctx.transact((mutation) => actions.inviteByMail(mutation, invitee_emails, invitation))
    const remindAt = actions.reminderTime(ctx.org.now(), invitation.invite_expires_in_minutes)
    if (remindAt) ctx.server.timer.sooner(reminding, remindAt)
    if (refusal) throw refusal
    return {}
  }),
  serve(api.inviteImportedUsers, async (ctx, { user_ids, invite_expires_in_minutes }) => {
    const outcome = await ctx.transact((mutation) => inviteImported(mutation, user_ids, invite_expires_in_minutes))
    const remindAt = actions.reminderTime(ctx.org.now(), invite_expires_in_minutes)
    if (remindAt) ctx.server.timer.sooner(reminding, remindAt)
    return outcome
  }),
  serve(api.createInviteLink, async (ctx, invitation) => ({
    invite_link: await ctx.transact((mutation) =>
      actions.createLink(mutation, { ...invitation, notify_referrer_on_join: true }),
    ),
  })),
  serve(api.resendEmailInvite, (ctx, { invite_id }) =>
    ctx.transact((mutation) => actions.resendInvitation(mutation, invite_id)),
  ),
  serve(api.revokeEmailInvite, (ctx, { invite_id }) =>
    ctx.transact((mutation) => actions.revokeInvitation(mutation, invite_id, false)),
  ),
  serve(api.revokeInviteLink, (ctx, { invite_id }) =>
    ctx.transact((mutation) => actions.revokeInvitation(mutation, invite_id, true)),
  ),
]

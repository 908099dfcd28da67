import { invitationRules } from '../../src/features/sign-in/invitations/rules.ts'
import { sendsMail } from '../store/sends-mail.ts'
import { can } from './rights.ts'

/** With a link, or by email if the server can send it. */
export const canInvite = (): boolean =>
  can(invitationRules.create_multiuse_invite_group) || (can(invitationRules.can_invite_users_group) && sendsMail())

/** The dialog is part of the settings; `app/later.ts` sets how it opens. */
export const inviting = { open(): void {} }

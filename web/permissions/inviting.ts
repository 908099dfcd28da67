import { invitationRules } from '../../src/features/sign-in/invitations/rules.ts'
import { sendsMail } from '../store/sends-mail.ts'
import { can } from './rights.ts'

/** Whether the user can invite people, by link, or by email if the server sends email. */
export const canInvite = (): boolean =>
  can(invitationRules.create_multiuse_invite_group) || (can(invitationRules.can_invite_users_group) && sendsMail())

/** Opens the invite dialog, which belongs to the settings; set by `app/later.ts`. */
export const inviting = { open(): void {} }

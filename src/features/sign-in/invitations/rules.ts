import { permission } from '../../people/organization/rules.ts'

/** Inviting people by email, and by reusable link. Administrators need the permission as well. */
export const invitationRules = {
  can_invite_users_group: permission('realm', 'can_invite_users_group'),
  create_multiuse_invite_group: permission('realm', 'create_multiuse_invite_group'),
}

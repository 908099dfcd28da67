/** What acts of agents can have to wait for. */
export const reasons = ['announcements', 'wide_mentions', 'others_messages', 'administration'] as const
export type Reason = (typeof reasons)[number]

/** Who is to approve: nobody, the person for whom the agent acts, or any administrator. */
export const approvers = ['none', 'person', 'administrators'] as const
export type Approver = (typeof approvers)[number]

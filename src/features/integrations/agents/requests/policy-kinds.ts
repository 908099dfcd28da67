export const reasons = ['announcements', 'wide_mentions', 'others_messages', 'administration'] as const
export type Reason = (typeof reasons)[number]

/** The approver: none, the person that the agent acts for, or any administrator. */
export const approvers = ['none', 'person', 'administrators'] as const
export type Approver = (typeof approvers)[number]

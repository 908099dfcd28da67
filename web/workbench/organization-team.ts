import { botTypes, roles } from '#contract'
import { now, told as team } from './team.ts'

export const secs = Math.floor(now.getTime() / 1000)
export const day = 86_400

export const users = (team.realm_users as { user_id: number; full_name: string }[]) ?? []
const rolesOf = [roles.owner, roles.administrator, roles.member, roles.guest]
const bot = (user_id: number, full_name: string, bot_type: number, more: object = {}) => ({
  ...users[0],
  ...{
    user_id,
    full_name,
    bot_type,
    bot_owner_id: 2,
    is_bot: true,
    role: roles.member,
    email: `b${user_id}@x.example`,
  },
  ...more,
})
/** The team with every role, with bots, and with deactivated, deleted and imported people. */
export const told = {
  realm_users: [
    ...users.map((one, index) => ({ ...one, role: rolesOf[index] ?? roles.member })),
    bot(20, 'Alerts from a machine room far away', botTypes.incomingWebhook),
    bot(21, 'Loom', botTypes.outgoingWebhook),
    bot(22, 'Weather', botTypes.generic, { bot_owner_id: 1, role: roles.moderator }),
  ],
  realm_non_active_users: [
    { ...users[1], user_id: 30, full_name: 'Dora', is_active: false, role: roles.member },
    { ...users[1], user_id: 31, full_name: 'Deleted user 31', is_active: false, is_deleted: true, role: roles.member },
    { ...users[1], user_id: 32, full_name: 'Emil of the old chat', is_active: false, is_imported_stub: true },
    bot(23, 'An old bot', botTypes.generic, { is_active: false }),
  ],
}
export const asMember = { ...told, realm_users: told.realm_users.map((one) => ({ ...one, role: roles.member })) }
export const many = {
  realm_users: Array.from({ length: 10_000 }, (_, index) => ({
    ...users[0],
    user_id: index + 1,
    full_name: `Person ${String((index * 7919) % 10_000).padStart(4, '0')} of many`,
    delivery_email: `user${index + 1}@example.com`,
    role: index === 0 ? roles.owner : roles.member,
  })),
}

export const rules = {
  version: 2,
  text: 'Be **kind**, and assume good intentions.\n\n1. No advertising\n2. No insults',
  rendered:
    '<p>Be <strong>kind</strong>, and assume good intentions.</p>\n<ol>\n<li>No advertising</li>\n<li>No insults</li>\n</ol>',
  updated_at: secs - day,
}

import type { UserStatus } from '../../src/features/messages/user-status/api.ts'
import type { User } from '../../src/features/people/users/wire.ts'
import { Emoji } from '../emoji/emoji.tsx'
import { timeFormat } from '../entities/time-format.ts'
import { part } from '../store/connection.ts'
import { nameOf, ownId } from '../store/people.ts'
import { lastSeen, presenceOf } from '../store/presence.ts'
import { c } from '../texts/cards.ts'

const statuses = part<Record<string, UserStatus>>('user_status')
const seenFormat = timeFormat({ dateStyle: 'medium', timeStyle: 'short' })

export const PersonPresence = ({ user }: { user: User }) => {
  if (!user.is_active) return <p class="soft">{user.is_imported_stub ? c.imported : c.deactivated}</p>
  if (user.is_bot) return null
  const presence = user.user_id === ownId.value ? 'active' : presenceOf(user.user_id)
  const seen = presence === 'offline' ? lastSeen(user.user_id) : undefined
  return (
    <p class="soft">
      <span class={`presence ${presence}`} /> {seen ? c.seen(seenFormat.format(seen)) : c.present[presence]}
    </p>
  )
}

export const PersonStatus = ({ userId }: { userId: number }) => {
  const { emoji_name, emoji_code, reaction_type, status_text, until } = statuses.value?.[userId] ?? {}
  if (!emoji_name && !status_text) return null
  return (
    <p class="card-status" dir="auto">
      {emoji_name && emoji_code && reaction_type && <Emoji emoji={{ emoji_name, emoji_code, reaction_type }} />}
      <span>
        {status_text}
        {until && <span class="soft"> {c.until(seenFormat.format(new Date(until * 1000)))}</span>}
      </span>
    </p>
  )
}

/** The role of a person, or what kind of bot it is. */
export function kindOf({ is_bot, is_system_bot, is_automation, bot_owner_id, role }: User): string {
  if (!is_bot) return c.roles[role] ?? ''
  if (is_automation) return c.automation
  if (is_system_bot) return c.systemBot
  return bot_owner_id ? c.botOf(nameOf(bot_owner_id) || c.someone) : c.bot
}

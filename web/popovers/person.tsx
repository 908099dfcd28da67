import { useComputed } from '@preact/signals'
import { muteUser, unmuteUser } from '../../src/features/messages/mutes/users/api.ts'
import type { UserStatus } from '../../src/features/messages/user-status/api.ts'
import type { User } from '../../src/features/people/users/wire.ts'
import { composeField, focusWhenOpen, insertIntoCompose } from '../compose/target.ts'
import { Emoji } from '../emoji/emoji.tsx'
import { Avatar } from '../entities/avatar.tsx'
import { timeFormat } from '../entities/time-format.ts'
import { directNarrow } from '../narrow/narrow.ts'
import { goTo, hrefOfNarrow } from '../navigation/route.ts'
import { copy } from '../parts/clipboard.ts'
import { showRefusal } from '../parts/refusal.ts'
import { toast } from '../parts/toast.ts'
import { part } from '../store/connection.ts'
import { groups } from '../store/groups.ts'
import { mutedPeople } from '../store/muted-people.ts'
import { nameOf, ownId, person } from '../store/people.ts'
import { lastSeen, presenceOf } from '../store/presence.ts'
import { c } from '../texts/cards.ts'
import { locale } from '../texts/locale.ts'
import { api } from '../transport/api.ts'
import { pageAddress } from '../transport/place.ts'
import { type Opening, openCard } from './card.tsx'
import { localTimeIn } from './local-time.ts'
import { ProfileFields, pronounsOf } from './profile-fields.tsx'

const statuses = part<Record<string, UserStatus>>('user_status')
const joinedFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
const seenFormat = timeFormat({ dateStyle: 'medium', timeStyle: 'short' })

interface PersonOpening extends Opening {
  readonly name?: string
}

export function openPersonCard(userId: number, opening: PersonOpening = {}): void {
  const name = nameOf(userId) || opening.name || c.someone
  openCard(c.cardOf(name), opening, (close) => <PersonCard userId={userId} name={name} close={close} />)
}

interface Props {
  readonly userId: number
  readonly name: string
  close(): void
}

function PersonCard({ userId, name, close }: Props) {
  const one = person(userId)
  if (!one)
    return (
      <>
        <div class="card-head">
          <h2 dir="auto">{name}</h2>
        </div>
        <p>{c.notKnown}</p>
      </>
    )
  const pronouns = pronounsOf(one)
  return (
    <>
      <div class="card-head">
        <Avatar userId={userId} size={72} />
        <div>
          <h2 dir="auto">{one.full_name}</h2>
          {pronouns !== '' && (
            <p class="soft" dir="auto">
              {pronouns}
            </p>
          )}
          <Presence user={one} />
        </div>
      </div>
      <Status userId={userId} />
      <Facts user={one} />
      <Actions user={one} close={close} />
    </>
  )
}

const Presence = ({ user }: { user: User }) => {
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

const Status = ({ userId }: { userId: number }) => {
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

function kindOf({ is_bot, is_system_bot, bot_owner_id, role }: User): string {
  if (!is_bot) return c.roles[role] ?? ''
  if (is_system_bot) return c.systemBot
  return bot_owner_id ? c.botOf(nameOf(bot_owner_id) || c.someone) : c.bot
}

const Facts = ({ user }: { user: User }) => {
  const time = user.is_bot ? undefined : localTimeIn(user.timezone, new Date())
  const joined = new Date(user.date_joined)
  const inGroups = (groups.value ?? []).filter(
    ({ members, is_system_group, deactivated }) => !is_system_group && !deactivated && members.includes(user.user_id),
  )
  return (
    <dl>
      <dt>{c.role}</dt>
      <dd>{kindOf(user)}</dd>
      {time && (
        <>
          <dt>{c.localTime}</dt>
          <dd title={user.timezone}>{time}</dd>
        </>
      )}
      {user.delivery_email && (
        <>
          <dt>{c.email}</dt>
          <dd dir="auto">{user.delivery_email}</dd>
        </>
      )}
      {!Number.isNaN(joined.getTime()) && (
        <>
          <dt>{c.joined}</dt>
          <dd>{joinedFormat.format(joined)}</dd>
        </>
      )}
      <ProfileFields user={user} openPerson={openPersonCard} />
      {inGroups.length > 0 && (
        <>
          <dt>{c.groups}</dt>
          <dd>
            {inGroups.map(({ id, name }, index) => (
              <span key={id}>
                {index > 0 && ', '}
                <button type="button" class="plain" dir="auto" data-user-group-id={id}>
                  {name}
                </button>
              </span>
            ))}
          </dd>
        </>
      )}
    </dl>
  )
}

/** Mention syntax with the ID, because names may not be unique. */
const mentionOf = ({ full_name, user_id }: User): string => `@**${full_name}|${user_id}**`

const Actions = ({ user, close }: { user: User; close: () => void }) => {
  const { user_id, is_active } = user
  const isOwn = user_id === ownId.value
  const isMuted = useComputed(() => mutedPeople.value.has(user_id))
  const write = () => {
    close()
    focusWhenOpen.value = true
    goTo({ view: 'narrow', narrow: directNarrow([user_id]) })
    composeField.peek()?.focus()
  }
  const mention = () => {
    close()
    insertIntoCompose(`${mentionOf(user)} `)
  }
  const link = `${pageAddress()}#user/${user_id}`
  return (
    <div class="card-actions">
      {is_active && (
        <button type="button" class="button primary" onClick={write}>
          {isOwn ? c.writeToYourself : c.write}
        </button>
      )}
      {is_active && composeField.value && (
        <button type="button" class="button" onClick={mention}>
          {c.mention}
        </button>
      )}
      <a class="button" href={hrefOfNarrow([{ operator: 'sender', operand: user_id }])} onClick={close}>
        {isOwn ? c.ownMessages : c.messagesBy}
      </a>
      {is_active && (
        <button type="button" class="button" onClick={() => void copy(mentionOf(user))}>
          {c.copyMention}
        </button>
      )}
      {user.delivery_email && (
        <button type="button" class="button" onClick={() => void copy(user.delivery_email ?? '')}>
          {c.copyEmail}
        </button>
      )}
      <button type="button" class="button" onClick={() => void copy(link)}>
        {c.copyLink}
      </button>
      {!isOwn && (
        <button type="button" class="button" aria-pressed={isMuted} onClick={() => void mute(user, !isMuted.value)}>
          {isMuted.value ? c.unmute : c.mute}
        </button>
      )}
    </div>
  )
}

/** Mutes or unmutes a user; a toast offers to undo. */
async function mute(user: User, on: boolean): Promise<void> {
  const muted_user_id = user.user_id
  try {
    await (on ? api.call(muteUser, { muted_user_id }) : api.call(unmuteUser, { muted_user_id }))
    toast((on ? c.muted : c.unmuted)(user.full_name), { label: c.undo, run: () => void mute(user, !on) })
  } catch (problem) {
    showRefusal(problem)
  }
}

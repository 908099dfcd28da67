import type { User } from '../../src/features/people/users/wire.ts'
import { Avatar } from '../entities/avatar.tsx'
import { groups } from '../store/groups.ts'
import { nameOf, ownId, person } from '../store/people.ts'
import { c } from '../texts/cards.ts'
import { locale } from '../texts/locale.ts'
import { type Opening, openCard } from './card.tsx'
import { CommonChannels } from './common-channels.tsx'
import { localTimeIn } from './local-time.ts'
import { PersonActions } from './person-actions.tsx'
import { kindOf, PersonPresence, PersonStatus } from './person-facts.tsx'
import { ProfileFields, pronounsOf } from './profile-fields.tsx'

const joinedFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })

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
          <PersonPresence user={one} />
        </div>
      </div>
      <PersonStatus userId={userId} />
      <Facts user={one} close={close} />
      <PersonActions user={one} close={close} />
    </>
  )
}

const Facts = ({ user, close }: { user: User; close: () => void }) => {
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
      <ProfileFields user={user} />
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
      {user.user_id !== ownId.value && <CommonChannels key={user.user_id} userId={user.user_id} close={close} />}
    </dl>
  )
}

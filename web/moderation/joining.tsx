import { useSignal } from '@preact/signals'
import type { UserId } from '#contract'
import { getJoinedWith } from '../../src/features/messages/moderation/api.ts'
import { timeOf } from '../controls/day.ts'
import { useLoaded } from '../controls/loaded.ts'
import { Loading } from '../controls/loading.tsx'
import { nameOf } from '../store/people.ts'
import { m } from '../texts/moderation.ts'
import { s } from '../texts/restrictions.ts'
import { api } from '../transport/api.ts'
import type { ModerationFile } from './file.tsx'
import { FullMembership } from './full-membership.tsx'
import { Part } from './part.tsx'

type Joining = ModerationFile['joining']
const page = 20

interface Props {
  readonly userId: UserId
  readonly joining: Joining
  readonly sameNetwork: ModerationFile['same_network']
  readonly canWelcome: boolean
}

export const JoiningPart = ({ userId, joining, sameNetwork, canWelcome }: Props) => (
  <Part title={m.joining}>
    <p>{m.joinedAt(timeOf(joining.joined_at))}</p>
    <p dir="auto">{invitationText(joining)}</p>
    {canWelcome && <FullMembership userId={userId} />}
    {joining.invitation === 'link' && <JoinedWith userId={userId} />}
    {sameNetwork.length > 0 && (
      <>
        <h4>{m.sameNetwork}</h4>
        <p class="soft small">{m.sameNetworkMore}</p>
        <PeopleWithTimes label={m.sameNetwork} people={sameNetwork} />
      </>
    )}
  </Part>
)

interface WithTimes {
  readonly label: string
  readonly people: ModerationFile['same_network']
}

const PeopleWithTimes = ({ label, people }: WithTimes) => (
  <ul class="file-rows" aria-label={label}>
    {people.map(({ user_id, joined_at }) => (
      <li key={user_id}>
        <a href={`#user/${user_id}`} dir="auto">
          {nameOf(user_id) || s.someone}
        </a>
        <span class="soft small">{m.joinedAt(timeOf(joined_at))}</span>
      </li>
    ))}
  </ul>
)

function invitationText({ invitation, inviter_id, invitation_created_at }: Joining): string {
  if (invitation === null || inviter_id === null) return m.noInvitation
  const when = timeOf(invitation_created_at ?? 0)
  return (invitation === 'link' ? m.byLink : m.byEmail)(nameOf(inviter_id) || s.someone, when)
}

type Page = Awaited<ReturnType<typeof fetchPage>>
const fetchPage = (userId: UserId, before?: number) =>
  api.call(getJoinedWith, { user_id: userId, limit: page, ...(before === undefined ? {} : { before }) })

async function fetchAtLeast(userId: UserId, count: number): Promise<Page> {
  const all = await fetchPage(userId)
  while (all.has_more && all.people.length < count) {
    const next = await fetchPage(userId, all.people.at(-1)?.user_id)
    all.people.push(...next.people)
    all.has_more = next.has_more
  }
  return all
}

function JoinedWith({ userId }: { userId: UserId }) {
  const count = useSignal(page)
  const { value, problem } = useLoaded(() => fetchAtLeast(userId, count.value), { key: count.value })
  return (
    <>
      <h4>{m.joinedWith}</h4>
      {!value && <Loading problem={problem} label={s.loading} />}
      {value?.people.length === 0 && <p class="soft">{m.noOthers}</p>}
      <PeopleWithTimes label={m.joinedWith} people={value?.people ?? []} />
      {value?.has_more && (
        <div class="file-buttons">
          <button type="button" class="button" onClick={() => (count.value += page)}>
            {s.more}
          </button>
        </div>
      )}
    </>
  )
}

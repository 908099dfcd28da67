import { useComputed } from '@preact/signals'
import { type UserGroup, updateMembers } from '../../src/areas/groups/api.ts'
import { goTo, hrefOf } from '../app/route.ts'
import { copy } from '../message-actions/copying.ts'
import { tellRefusal } from '../message-actions/refusal.ts'
import { directNarrow } from '../narrow/narrow.ts'
import { groupName, groups, isMine, peopleOfGroup } from '../store/groups.ts'
import { ownId, person } from '../store/people.ts'
import { t } from '../texts/index.ts'
import { p } from '../texts/places.ts'
import { api } from '../transport/api.ts'
import { MemberList } from './member-list.tsx'

/** With more people a channel is the better place. */
const mostInConversation = 20

/** Who is in a group, by themselves or through a group in it. */
export function GroupPage({ groupId }: { groupId: number }) {
  const people = useComputed(() => peopleOfGroup(groupId))
  const group = (groups.value ?? []).find(({ id }) => id === groupId)
  if (!group)
    return (
      <div class="directory" id="messages" tabIndex={-1}>
        <p class="hint">{t.unknownAddress}</p>
      </div>
    )
  const inside = group.direct_subgroup_ids.filter((id) => groupName(id) !== '')
  const around = (groups.value ?? []).filter(
    ({ direct_subgroup_ids, deactivated }) => !deactivated && direct_subgroup_ids.includes(groupId),
  )
  const throughOf = (userId: number): string | undefined => {
    if (group.members.includes(userId)) return undefined
    const through = inside.find((id) => peopleOfGroup(id).includes(userId))
    return through === undefined ? undefined : p.through(groupName(through))
  }
  return (
    <div class="directory scrolls" id="messages" tabIndex={-1}>
      <nav class="sections" aria-label={p.aboutGroup(group.name)}>
        <a href={hrefOf({ view: 'groups', section: 'all' })}>{p.groupSections.all}</a>
        <span class="spring" />
        <GroupActions group={group} people={people.value} />
      </nav>
      {group.deactivated && <p>{p.groupDeactivated}</p>}
      {group.description !== '' && <p dir="auto">{group.description}</p>}
      <Related label={p.contains} ids={inside} />
      <Related label={p.isInside} ids={around.filter((one) => !one.is_system_group).map(({ id }) => id)} />
      <MemberList people={people} detail={throughOf} />
    </div>
  )
}

const Related = ({ label, ids }: { label: string; ids: readonly number[] }) =>
  ids.length === 0 ? null : (
    <p class="related">
      <span class="soft">{label} </span>
      {ids.map((id, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <a class="plain" dir="auto" href={hrefOf({ view: 'group', groupId: id })}>
            {groupName(id)}
          </a>
        </span>
      ))}
    </p>
  )

function GroupActions({ group, people }: { group: UserGroup; people: readonly number[] }) {
  const isDirect = group.members.includes(ownId.value)
  const mayJoin = !isDirect && isMine(group.can_join_group)
  const mayLeave = isDirect && isMine(group.can_leave_group)
  const others = people.filter((id) => id !== ownId.value && person(id)?.is_active)
  const mayWrite = others.length > 0 && others.length <= mostInConversation
  const change = (what: { add?: number[]; delete?: number[] }) =>
    void api.call(updateMembers, { user_group_id: group.id, ...what }).catch(tellRefusal)
  if (group.deactivated || group.is_system_group) return null
  return (
    <>
      {mayWrite && (
        <button type="button" class="button" onClick={() => goTo({ view: 'narrow', narrow: directNarrow(others) })}>
          {p.writeToAll}
        </button>
      )}
      <button type="button" class="button" onClick={() => void copy(`@*${group.name}*`)}>
        {p.copyMention}
      </button>
      {mayJoin && (
        <button type="button" class="button primary" onClick={() => change({ add: [ownId.value] })}>
          {p.joinGroup}
        </button>
      )}
      {mayLeave && (
        <button type="button" class="button" onClick={() => change({ delete: [ownId.value] })}>
          {p.leaveGroup}
        </button>
      )}
    </>
  )
}

import { useComputed } from '@preact/signals'
import { type UserGroup, updateMembers } from '../../src/features/people/groups/api.ts'
import type { GroupTab } from '../narrow/directory-addresses.ts'
import { directNarrow } from '../narrow/narrow.ts'
import { goTo, hrefOf } from '../navigation/route.ts'
import { copy } from '../parts/clipboard.ts'
import { later } from '../parts/later.tsx'
import { showRefusal } from '../parts/refusal.ts'
import { nameOfGroup } from '../permissions/holders.ts'
import { canInGroup } from '../permissions/rights.ts'
import { groupsById, peopleOfGroup } from '../store/groups.ts'
import { ownId, person } from '../store/people.ts'
import { t as g } from '../texts/group-settings.ts'
import { t } from '../texts/index.ts'
import { p } from '../texts/places.ts'
import { api } from '../transport/api.ts'
import { GroupMembers } from './group-members.tsx'

/** With more members, a channel works better. */
const maxInConversation = 20
const tabs: readonly (GroupTab | 'members')[] = ['members', 'general', 'permissions']
const General = later(() => import('./group-general.tsx').then((all) => all.GroupGeneral))
const Permissions = later(() => import('./group-permissions.tsx').then((all) => all.GroupPermissions))

export function GroupPage({ groupId, tab = 'members' }: { groupId: number; tab?: GroupTab | 'members' | undefined }) {
  const people = useComputed(() => peopleOfGroup(groupId))
  const group = groupsById.value.get(groupId)
  if (!group)
    return (
      <div class="directory" id="messages" tabIndex={-1}>
        <p class="hint">{t.unknownAddress}</p>
      </div>
    )
  return (
    <div class="directory scrolls" id="messages" tabIndex={-1}>
      <nav class="sections" aria-label={p.aboutGroup(nameOfGroup(groupId))}>
        <a href={hrefOf({ view: 'groups', section: 'all' })}>{p.groupSections.all}</a>
        {tabs.map((each) => (
          <a
            key={each}
            href={hrefOf({ view: 'group', groupId, ...(each === 'members' ? {} : { tab: each }) })}
            aria-current={each === tab ? 'page' : undefined}
          >
            {g.tabs[each]}
          </a>
        ))}
        <span class="spring" />
        <GroupActions group={group} people={people.value} />
      </nav>
      {group.deactivated && <p>{p.groupDeactivated}</p>}
      {tab === 'general' ? <General /> : tab === 'permissions' ? <Permissions /> : <GroupMembers group={group} />}
    </div>
  )
}

function GroupActions({ group, people }: { group: UserGroup; people: readonly number[] }) {
  const isDirect = group.members.includes(ownId.value)
  const others = people.filter((id) => id !== ownId.value && person(id)?.is_active)
  const canWrite = others.length > 0 && others.length <= maxInConversation
  const change = (what: { add?: number[]; delete?: number[] }) =>
    void api.call(updateMembers, { user_group_id: group.id, ...what }).catch(showRefusal)
  if (group.deactivated || group.is_system_group) return null
  return (
    <>
      {canWrite && (
        <button type="button" class="button" onClick={() => goTo({ view: 'narrow', narrow: directNarrow(others) })}>
          {p.writeToAll}
        </button>
      )}
      <button type="button" class="button" onClick={() => void copy(`@*${group.name}*`)}>
        {p.copyMention}
      </button>
      {!isDirect && canInGroup('join', group) && (
        <button type="button" class="button primary" onClick={() => change({ add: [ownId.value] })}>
          {p.joinGroup}
        </button>
      )}
      {isDirect && canInGroup('leave', group) && (
        <button type="button" class="button" onClick={() => change({ delete: [ownId.value] })}>
          {p.leaveGroup}
        </button>
      )}
    </>
  )
}

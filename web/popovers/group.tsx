import type { UserGroup } from '../../src/features/people/groups/api.ts'
import { composeField, insertIntoCompose } from '../compose/target.ts'
import { Avatar } from '../entities/avatar.tsx'
import { hrefOf } from '../navigation/route.ts'
import { copy } from '../parts/clipboard.ts'
import { canInGroup } from '../permissions/rights.ts'
import { groupName, groups, peopleOfGroup } from '../store/groups.ts'
import { nameOf, ownId, person } from '../store/people.ts'
import { c } from '../texts/cards.ts'
import { nameOrder } from '../texts/locale.ts'
import { type Opening, openCard } from './card.tsx'

const maxShown = 200

export function openGroupCard(groupId: number, opening: Opening = {}): void {
  const group = (groups.value ?? []).find(({ id }) => id === groupId)
  openCard(c.cardOf(group?.name ?? c.groups), opening, (close) =>
    group ? <GroupCard group={group} close={close} /> : <p>{c.groupNotKnown}</p>,
  )
}

function GroupCard({ group, close }: { group: UserGroup; close: () => void }) {
  const people = peopleOfGroup(group.id)
    .filter((id) => person(id)?.is_active)
    .map((id) => ({ id, name: nameOf(id) }))
    .sort((one, other) => nameOrder.compare(one.name, other.name))
  const subgroups = group.direct_subgroup_ids.map(groupName).filter((name) => name !== '')
  const mention = `@*${group.name}* `
  const canMention = !group.deactivated && canInGroup('mention', group)
  return (
    <>
      <div class="card-head">
        <div>
          <h2 dir="auto">{group.name}</h2>
          <p class="soft">
            {c.members(people.length)}
            {people.some(({ id }) => id === ownId.value) && ` · ${c.youAreIn}`}
          </p>
        </div>
      </div>
      {group.deactivated && <p>{c.groupDeactivated}</p>}
      {group.description !== '' && <p dir="auto">{group.description}</p>}
      {subgroups.length > 0 && (
        <p class="soft" dir="auto">
          {c.contains(subgroups)}
        </p>
      )}
      {people.length === 0 ? (
        <p class="soft">{c.noMembers}</p>
      ) : (
        <ul class="card-members">
          {people.slice(0, maxShown).map(({ id, name }) => (
            <li key={id}>
              <button type="button" data-person={id}>
                <Avatar userId={id} size={20} />
                <span class="name" dir="auto">
                  {name}
                  {id === ownId.value && <span class="soft"> ({c.you})</span>}
                </span>
              </button>
            </li>
          ))}
          {people.length > maxShown && <li class="soft">{c.andMore(people.length - maxShown)}</li>}
        </ul>
      )}
      <div class="card-actions">
        {group.is_system_group || (
          <a class="button" href={hrefOf({ view: 'group', groupId: group.id })} onClick={close}>
            {c.allMembers}
          </a>
        )}
        {canMention && (
          <>
            {composeField.value && (
              <button
                type="button"
                class="button"
                onClick={() => {
                  close()
                  insertIntoCompose(mention)
                }}
              >
                {c.mention}
              </button>
            )}
            <button type="button" class="button" onClick={() => void copy(mention.trim())}>
              {c.copyMention}
            </button>
          </>
        )}
      </div>
    </>
  )
}

import { signal, useComputed } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { UserGroup } from '../../src/features/people/groups/api.ts'
import { SearchIndex } from '../compose/typeahead/search.ts'
import type { GroupSection } from '../narrow/directory-addresses.ts'
import { hrefOf } from '../navigation/route.ts'
import { FilterField } from '../parts/filter-field.tsx'
import { Icon } from '../parts/icon.tsx'
import { NearList, type RowPlace } from '../parts/near-list.tsx'
import { haveInOrganization } from '../permissions/rights.ts'
import { listKeys } from '../shortcuts/list-keys.ts'
import { groups, isInGroup, peopleOfGroup } from '../store/groups.ts'
import { person } from '../store/people.ts'
import { t } from '../texts/group-settings.ts'
import { nameOrder } from '../texts/locale.ts'
import { p } from '../texts/places.ts'

const filter = signal('')
const sections: readonly GroupSection[] = ['your', 'all', 'new']

export function GroupList({ section }: { section: GroupSection }) {
  const list = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const all = useComputed(() =>
    (groups.value ?? [])
      .filter(
        ({ is_system_group, deactivated, id }) =>
          !is_system_group && (section === 'all' || (!deactivated && isInGroup(id))),
      )
      .sort((a, b) => Number(a.deactivated) - Number(b.deactivated) || nameOrder.compare(a.name, b.name)),
  ).value
  useEffect(() => field.current?.focus(), [section])
  const shown =
    filter.value.trim() === ''
      ? all
      : new SearchIndex(all, ({ name }) => name).find(filter.value).map(({ item }) => item)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the rows and of the field inside
    <div class="directory scrolls" id="messages" tabIndex={-1} ref={list} onKeyDown={listKeys(list, field)}>
      <nav class="sections" aria-label={p.whichGroups}>
        {sections
          .filter((one) => one !== 'new' || haveInOrganization('can_create_groups'))
          .map((one) => (
            <a
              key={one}
              href={hrefOf({ view: 'groups', section: one })}
              aria-current={one === section ? 'page' : undefined}
            >
              {p.groupSections[one]}
            </a>
          ))}
      </nav>
      <FilterField filter={filter} label={p.groupFilter} field={field} />
      <p class="soft small" role="status">
        {shown.length === 0 ? p.noGroups : p.groupCount(shown.length)}
      </p>
      <NearList
        key={section}
        items={shown}
        keyOf={({ id }) => id}
        row={(group, place) => <GroupRow group={group} place={place} />}
      />
    </div>
  )
}

function GroupRow({ group, place }: { group: UserGroup; place: RowPlace }) {
  const count = peopleOfGroup(group.id).filter((id) => person(id)?.is_active).length
  return (
    <li class="directory-row" data-row={group.id} {...place}>
      <a class="directory-link" data-target href={hrefOf({ view: 'group', groupId: group.id })}>
        <Icon name="people" />
        <span class="words">
          <span class="name" dir="auto">
            {group.name}
          </span>
          <span class="detail soft" dir="auto">
            {[group.deactivated && t.deactivated, p.memberCount(count), group.description].filter(Boolean).join(' · ')}
          </span>
        </span>
      </a>
    </li>
  )
}

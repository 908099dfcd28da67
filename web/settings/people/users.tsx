import './people.css'
import { useComputed } from '@preact/signals'
import { LockedNote } from '../../controls/locked-note.tsx'
import { amAdministrator } from '../../controls/own-role.ts'
import { isSettings } from '../../narrow/settings-addresses.ts'
import { hrefOf, route } from '../../navigation/route.ts'
import { people } from '../../store/people.ts'
import { p } from '../../texts/people-settings.ts'
import { ActiveUsers } from './active-users.tsx'
import { DeactivatedUsers } from './deactivated-users.tsx'
import { ImportedUsers, isImported } from './imported-users.tsx'

const tabs = ['active', 'imported', 'deactivated'] as const
type Tab = (typeof tabs)[number]

const lists: Readonly<Record<Tab, () => preact.JSX.Element>> = {
  active: ActiveUsers,
  imported: ImportedUsers,
  deactivated: DeactivatedUsers,
}

export function Users() {
  const { value } = route
  const detail = isSettings(value) ? value.detail : ''
  const open = tabs.find((tab) => tab === detail) ?? 'active'
  const hasImported = useComputed(() => [...people.value.values()].some(isImported)).value
  const offered = tabs.filter((tab) => tab !== 'imported' || hasImported || open === tab)
  const List = lists[open]
  return (
    <>
      <nav class="settings-tabs" aria-label={p.tabs}>
        {offered.map((tab) => (
          <a
            key={tab}
            href={hrefOf({ view: 'organization', section: 'users', detail: tab })}
            aria-current={tab === open ? 'page' : undefined}
          >
            {p[tab]}
          </a>
        ))}
      </nav>
      <LockedNote locked={amAdministrator() ? undefined : p.lockedUsers} />
      <List />
    </>
  )
}

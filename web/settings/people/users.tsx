import './people.css'
import { hrefOf, route } from '../../app/route.ts'
import { isSettings } from '../../narrow/settings-addresses.ts'
import { p } from '../../texts/people-settings.ts'
import { LockedNote } from '../controls/locked-note.tsx'
import { amAdministrator } from '../controls/own-role.ts'
import { ActiveUsers } from './active-users.tsx'
import { DeactivatedUsers } from './deactivated-users.tsx'
import { Invitations } from './invitations.tsx'

const tabs = ['active', 'deactivated', 'invitations'] as const

/** Everybody with an account, who has left, and who is asked to come. */
export function Users() {
  const { value } = route
  const detail = isSettings(value) ? value.detail : ''
  const open = tabs.find((tab) => tab === detail) ?? 'active'
  return (
    <>
      <nav class="settings-tabs" aria-label={p.tabs}>
        {tabs.map((tab) => (
          <a
            key={tab}
            href={hrefOf({ view: 'organization', section: 'users', detail: tab })}
            aria-current={tab === open ? 'page' : undefined}
          >
            {p[tab]}
          </a>
        ))}
      </nav>
      <LockedNote locked={open === 'invitations' || amAdministrator() ? undefined : p.lockedUsers} />
      {open === 'active' ? <ActiveUsers /> : open === 'deactivated' ? <DeactivatedUsers /> : <Invitations />}
    </>
  )
}

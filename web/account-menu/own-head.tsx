import { Avatar } from '../entities/avatar.tsx'
import { Icon } from '../parts/icon.tsx'
import { part } from '../store/connection.ts'
import { nameOf, ownId } from '../store/people.ts'

const organizationName = part<string>('realm_name')

export const OwnHead = () => (
  <button
    type="button"
    class="own-button"
    aria-expanded="false"
    onClick={({ currentTarget: button }) => {
      // after the first time, the browser opens and closes it
      if (!button.popoverTargetElement) void import('./own-menu.tsx').then(({ openOwnMenu }) => openOwnMenu(button))
    }}
  >
    <Avatar userId={ownId.value} size={32} />
    <span class="own-names">
      <b dir="auto">{organizationName.value}</b>
      <span class="soft" dir="auto">
        {nameOf(ownId.value)}
      </span>
    </span>
    <Icon name="chevron" />
  </button>
)

import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { Avatar } from '../entities/avatar.tsx'
import { Icon } from '../parts/icon.tsx'
import { later } from '../parts/later.tsx'
import { addLayer } from '../parts/layers.ts'
import { part } from '../store/connection.ts'
import { nameOf, ownId } from '../store/people.ts'

const organizationName = part<string>('realm_name')
const OwnMenu = later(() => import('./own-menu.tsx').then((module) => module.OwnMenu))

export const OwnHead = () => {
  const isOpen = useSignal(false)
  const menu = useRef<HTMLDivElement>(null)
  const removeLayer = useRef<(() => void) | undefined>(undefined)
  return (
    <div class="own-head">
      <button type="button" class="own-button" popovertarget="own-menu">
        <Avatar userId={ownId.value} size={32} />
        <span class="own-names">
          <b dir="auto">{organizationName.value}</b>
          <span class="soft" dir="auto">
            {nameOf(ownId.value)}
          </span>
        </span>
        <Icon name="chevron" />
      </button>
      <div
        popover="auto"
        id="own-menu"
        ref={menu}
        class="own-menu"
        onBeforeToggle={({ newState }) => {
          if (newState === 'open') removeLayer.current = addLayer(() => menu.current?.hidePopover())
          else removeLayer.current?.()
        }}
        onToggle={({ newState }) => {
          isOpen.value = newState === 'open'
        }}
      >
        {isOpen.value && <OwnMenu />}
      </div>
    </div>
  )
}

import './own-menu.css'
import { type ComponentChildren, render } from 'preact'
import { updateSettings } from '../../src/features/people/user-settings/api.ts'
import { goTo } from '../navigation/route.ts'
import { helpHref } from '../parts/help-href.ts'
import { Drawing, Icon } from '../parts/icon.tsx'
import { addLayer } from '../parts/layers.ts'
import { toast } from '../parts/toast.ts'
import { canInvite, inviting } from '../permissions/inviting.ts'
import { canMessageModerators } from '../permissions/restriction-rights.ts'
import { knownCommands } from '../shortcuts/known-commands.ts'
import { part } from '../store/connection.ts'
import { signOut } from '../store/kept-disk.ts'
import { nameOf, ownId, person } from '../store/people.ts'
import { a } from '../texts/arrivals.ts'
import { o } from '../texts/own.ts'
import { api } from '../transport/api.ts'
import { install, installOffer } from './install.ts'

const settings = part<{ color_scheme?: number }>('user_settings')
const looks = [1, 3, 2] as const

const questionMark = 'M10 3a7 7 0 1 0 0 14a7 7 0 0 0 0-14zM7.8 8.2a2.2 2.2 0 1 1 3.3 1.9c-.7.4-1.1.9-1.1 1.7M10 14.1v.2'

const personWithPlus = 'M8 9.5a2.7 2.7 0 1 0 0-5.4a2.7 2.7 0 0 0 0 5.4zM2.8 16a5.3 5.3 0 0 1 10.4 0M15.5 6v5M13 8.5h5'

const arrowIntoTray = 'M10 3v9M6.5 8.5L10 12l3.5-3.5M3.5 13v3.5h13V13'

const close = () => document.getElementById('own-menu')?.hidePopover()

/** Opens the organization and account menu, and attaches it to the button. */
export function openOwnMenu(button: HTMLButtonElement): void {
  if (button.popoverTargetElement) return
  const menu = document.createElement('div')
  menu.id = 'own-menu'
  menu.className = 'own-menu'
  menu.popover = 'auto'
  let removeLayer: (() => void) | undefined
  menu.addEventListener('beforetoggle', (event) => {
    const isOpen = (event as ToggleEvent).newState === 'open'
    button.ariaExpanded = String(isOpen)
    render(isOpen && <OwnMenu />, menu)
    if (isOpen) removeLayer = addLayer(close)
    else removeLayer?.()
  })
  button.after(menu)
  button.popoverTargetElement = menu
  menu.showPopover()
}

type EntryProps = { icon: ComponentChildren; text: string; hint?: string; onChoose: () => void }

const Entry = ({ icon, text, hint, onChoose }: EntryProps) => (
  <li>
    <button
      type="button"
      class="entry"
      onClick={() => {
        close()
        onChoose()
      }}
    >
      {icon}
      <span class="name">{text}</span>
      {hint !== undefined && <kbd>{hint}</kbd>}
    </button>
  </li>
)

const OwnMenu = () => {
  const id = ownId.value
  const look = settings.value?.color_scheme ?? 1
  const choose = (color_scheme: (typeof looks)[number]) =>
    void api.call(updateSettings, { color_scheme }).catch(() => toast(o.notChanged))
  return (
    <>
      <p class="own-name">
        <b dir="auto">{nameOf(id)}</b>
        <span class="soft">{person(id)?.delivery_email}</span>
      </p>
      <fieldset class="looks">
        <legend class="visually-hidden">{o.look}</legend>
        {looks.map((one) => (
          <label key={one}>
            <input type="radio" name="look" checked={look === one} onChange={() => choose(one)} />
            <span>{o.looks[one]}</span>
          </label>
        ))}
      </fieldset>
      <ul>
        {canInvite() && (
          <Entry
            icon={<Drawing strokes={personWithPlus} size={16} />}
            text={o.invite}
            onChoose={() => inviting.open()}
          />
        )}
        <Entry
          icon={<Icon name="people" />}
          text={o.organizationSettings}
          onChoose={() => goTo({ view: 'organization', section: '', detail: '' })}
        />
        <Entry
          icon={<Icon name="gear" />}
          text={o.settings}
          hint="g"
          onChoose={() => goTo({ view: 'settings', section: '', detail: '' })}
        />
        <Entry
          icon={<Icon name="list" />}
          text={o.keyboard}
          hint="?"
          onChoose={() =>
            void import('../message-actions/help.tsx').then(({ openHelp }) => openHelp(knownCommands.all))
          }
        />
        <Entry
          icon={<Icon name="lock" />}
          text={o.browsers}
          onChoose={() => goTo({ view: 'settings', section: 'sessions', detail: '' })}
        />
        {canMessageModerators() && (
          <Entry
            icon={<Icon name="send" />}
            text={o.messageModerators}
            onChoose={() => goTo({ view: 'settings', section: 'message-moderators', detail: '' })}
          />
        )}
        <li>
          <a class="entry" href={helpHref()} target="_blank" rel="noopener">
            <Drawing strokes={questionMark} size={16} />
            <span class="name">{o.help}</span>
          </a>
        </li>
        {installOffer.value && (
          <Entry icon={<Drawing strokes={arrowIntoTray} size={16} />} text={a.install} onChoose={install} />
        )}
        <li>
          <a class="entry" href="connect">
            <Icon name="globe" />
            <span class="name">{o.connect}</span>
          </a>
        </li>
        <li>
          <a
            class="entry"
            href="accounts/logout"
            onClick={(event) => {
              event.preventDefault()
              signOut()
            }}
          >
            <Icon name="out" />
            <span class="name">{o.signOut}</span>
          </a>
        </li>
      </ul>
    </>
  )
}

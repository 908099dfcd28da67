import './own-menu.css'
import { updateSettings } from '../../src/areas/user-settings/api.ts'
import { commands } from '../app/commands.ts'
import { install, installOffer } from '../app/install.ts'
import { goTo } from '../app/route.ts'
import { helpHref } from '../parts/help-href.ts'
import { Drawing, Icon } from '../parts/icon.tsx'
import { toast } from '../parts/toast.ts'
import { part } from '../store/connection.ts'
import { forgetDisk } from '../store/kept-disk.ts'
import { nameOf, ownId, person } from '../store/people.ts'
import { a } from '../texts/arrivals.ts'
import { o } from '../texts/own.ts'
import { api } from '../transport/api.ts'

const settings = part<{ color_scheme?: number }>('user_settings')
const looks = [1, 3, 2] as const

const questionMark = 'M10 3a7 7 0 1 0 0 14a7 7 0 0 0 0-14zM7.8 8.2a2.2 2.2 0 1 1 3.3 1.9c-.7.4-1.1.9-1.1 1.7M10 14.1v.2'

const arrowIntoTray = 'M10 3v9M6.5 8.5L10 12l3.5-3.5M3.5 13v3.5h13V13'

const close = () => document.getElementById('own-menu')?.hidePopover()

/** What concerns oneself: how the page looks, the keys, where one is signed in, and the way out. */
export const OwnMenu = () => {
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
        <li>
          <button
            type="button"
            class="entry"
            onClick={() => {
              close()
              goTo({ view: 'settings', section: '', detail: '' })
            }}
          >
            <Icon name="gear" />
            <span class="name">{o.settings}</span>
            <kbd>g</kbd>
          </button>
        </li>
        <li>
          <button
            type="button"
            class="entry"
            onClick={() => {
              close()
              void import('../message-actions/help.tsx').then(({ openHelp }) => openHelp(commands))
            }}
          >
            <Icon name="list" />
            <span class="name">{o.keyboard}</span>
            <kbd>?</kbd>
          </button>
        </li>
        <li>
          <button
            type="button"
            class="entry"
            onClick={() => {
              close()
              goTo({ view: 'settings', section: 'sessions', detail: '' })
            }}
          >
            <Icon name="lock" />
            <span class="name">{o.browsers}</span>
          </button>
        </li>
        <li>
          <a class="entry" href={helpHref()} target="_blank" rel="noopener">
            <Drawing strokes={questionMark} size={16} />
            <span class="name">{o.help}</span>
          </a>
        </li>
        {installOffer.value && (
          <li>
            <button
              type="button"
              class="entry"
              onClick={() => {
                close()
                install()
              }}
            >
              <Drawing strokes={arrowIntoTray} size={16} />
              <span class="name">{a.install}</span>
            </button>
          </li>
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
              void forgetDisk().then(() => location.assign('accounts/logout'))
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

import './own-menu.css'
import { updateSettings } from '../../src/areas/user-settings/api.ts'
import { commands } from '../app/commands.ts'
import { Icon } from '../parts/icon.tsx'
import { toast } from '../parts/toast.ts'
import { part } from '../store/connection.ts'
import { nameOf, ownId, person } from '../store/people.ts'
import { o } from '../texts/own.ts'
import { api } from '../transport/api.ts'

const settings = part<{ color_scheme?: number }>('user_settings')
const looks = [1, 3, 2] as const

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
              void import('./browsers.tsx').then(({ openBrowsers }) => openBrowsers())
            }}
          >
            <Icon name="lock" />
            <span class="name">{o.browsers}</span>
          </button>
        </li>
        <li>
          <a class="entry" href="connect">
            <Icon name="globe" />
            <span class="name">{o.connect}</span>
          </a>
        </li>
        <li>
          <a class="entry" href="accounts/logout">
            <Icon name="out" />
            <span class="name">{o.signOut}</span>
          </a>
        </li>
      </ul>
    </>
  )
}

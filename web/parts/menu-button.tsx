import { t } from '../texts/index.ts'
import { Icon } from './icon.tsx'

/**
 * Opens the menu of the place that an address leads to. It shows while its row has the pointer or the focus; keys open the
 * menu from the link itself, so it is no stop of its own.
 */
export const MenuButton = ({ href, name }: { href: string; name: string }) => (
  <button
    type="button"
    class="menu-mark"
    tabIndex={-1}
    data-menu={href}
    aria-haspopup="menu"
    aria-label={t.placeMenu(name)}
  >
    <Icon name="more" />
  </button>
)

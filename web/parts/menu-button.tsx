import { t } from '../texts/index.ts'
import { Icon } from './icon.tsx'

/** Opens the context menu of a link. Not a tab stop, because the menu key works on the link itself. */
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

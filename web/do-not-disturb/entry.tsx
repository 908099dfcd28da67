import { Icon } from '../parts/icon.tsx'
import { t } from '../texts/index.ts'
import { openDoNotDisturb } from './opening.ts'

/** At the foot of the sidebar. */
export const QuietEntry = () => (
  <button type="button" class="entry" aria-haspopup="dialog" onClick={openDoNotDisturb}>
    <Icon name="moon" />
    <span class="name">{t.quiet}</span>
  </button>
)

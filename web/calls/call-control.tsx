import { Icon, type IconName } from '../parts/icon.tsx'
import { keyName } from '../parts/key-names.ts'

interface Props {
  readonly icon: IconName
  /** What pressing it does. */
  readonly label: string
  readonly isOff?: boolean
  readonly isOn?: boolean
  /** The browser or the computer doesn't let it work. */
  readonly isBlocked?: boolean
  /** Works while the call has the focus. */
  readonly shortcut?: string
  readonly run: (event: MouseEvent & { readonly currentTarget: HTMLButtonElement }) => void
}

export const CallControl = ({ icon, label, isOff, isOn, isBlocked, shortcut, run }: Props) => (
  <button
    type="button"
    class={`call-control ${isBlocked ? 'blocked' : isOff ? 'off' : isOn ? 'on' : ''}`}
    aria-label={label}
    aria-keyshortcuts={shortcut}
    title={shortcut === undefined ? label : `${label} (${keyName(shortcut)})`}
    onClick={run}
  >
    <Icon name={icon} size={20} />
  </button>
)

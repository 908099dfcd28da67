import type { ComponentChildren } from 'preact'

interface Props {
  /** Accessible name and tooltip. */
  readonly label: string
  readonly run: (event: MouseEvent & { readonly currentTarget: HTMLButtonElement }) => void
  readonly disabled?: boolean | undefined
  readonly children: ComponentChildren
}

export const IconButton = ({ label, run, disabled, children }: Props) => (
  <button type="button" class="icon-button" aria-label={label} title={label} disabled={disabled} onClick={run}>
    {children}
  </button>
)

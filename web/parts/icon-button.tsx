import type { ComponentChildren } from 'preact'

interface Props {
  /** What it does: read out, and shown where one points. */
  readonly label: string
  readonly run: (event: MouseEvent & { readonly currentTarget: HTMLButtonElement }) => void
  readonly disabled?: boolean | undefined
  /** The picture. */
  readonly children: ComponentChildren
}

/** A button that is a picture alone. */
export const IconButton = ({ label, run, disabled, children }: Props) => (
  <button type="button" class="icon-button" aria-label={label} title={label} disabled={disabled} onClick={run}>
    {children}
  </button>
)

import type { ComponentChildren } from 'preact'
import type { Saving } from '../../controls/saving.ts'
import { FieldFrame } from '../../controls/setting.tsx'

interface Props {
  readonly id: string
  /** Read out: the row says to everybody else what it is. */
  readonly label: string
  readonly saving: Saving<never> | Saving<number> | Saving<string>
  readonly children: ComponentChildren
}

/** A control in a row of a list, with what the server says of it. */
export const FieldOfRow = ({ id, label, saving, children }: Props) => (
  <span class="field-of-row">
    <label class="visually-hidden" id={`setting-${id}-label`} for={`setting-${id}`}>
      {label}
    </label>
    <FieldFrame field={{ id, isLocked: false, hasError: saving.refusal !== '' }}>{children}</FieldFrame>
    <span class="setting-problem" id={`setting-${id}-problem`} role="alert">
      {saving.refusal}
    </span>
  </span>
)

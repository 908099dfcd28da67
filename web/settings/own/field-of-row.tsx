import type { ComponentChildren } from 'preact'
import type { Saving } from '../../controls/saving.ts'
import { FieldFrame } from '../../controls/setting.tsx'

interface Props {
  readonly id: string
  /** For screen readers: visually, the row explains it. */
  readonly label: string
  readonly saving: Saving<never> | Saving<number> | Saving<string>
  readonly children: ComponentChildren
}

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

import type { ComponentChildren } from 'preact'
import { useUniqueId } from '../../parts/unique-id.ts'

interface Attributes {
  readonly id: string
  readonly 'aria-describedby'?: string
}

interface Props {
  readonly label: string
  readonly help?: string
  readonly grows?: boolean
  readonly children: (attributes: Attributes) => ComponentChildren
}

export function Field({ label, help, grows, children }: Props) {
  const id = useUniqueId()
  return (
    <div class={grows ? 'automation-field grows' : 'automation-field'}>
      <label class="label" for={id}>
        {label}
      </label>
      {children({ id, ...(help === undefined ? {} : { 'aria-describedby': `${id}-help` }) })}
      {help !== undefined && (
        <span class="soft small" id={`${id}-help`}>
          {help}
        </span>
      )}
    </div>
  )
}

import type { Signal } from '@preact/signals'
import { useUniqueId } from './unique-id.ts'

interface Props {
  readonly label: string
  readonly text: Signal<string>
  readonly maxLength: number
  readonly rows?: number
  readonly help?: string
}

/** A labeled field for a few lines of text in a form. */
export function TextArea({ label, text, maxLength, rows = 2, help }: Props) {
  const id = useUniqueId()
  return (
    <label class="field">
      <span class="label">{label}</span>
      <textarea
        rows={rows}
        dir="auto"
        maxLength={maxLength}
        aria-describedby={help ? id : undefined}
        value={text.value}
        onInput={({ currentTarget }) => (text.value = currentTarget.value)}
      />
      {help && (
        <span class="soft small" id={id}>
          {help}
        </span>
      )}
    </label>
  )
}

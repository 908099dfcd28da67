import type { Signal } from '@preact/signals'

interface Props {
  readonly label: string
  readonly text: Signal<string>
  readonly maxLength: number
  readonly rows?: number
}

/** A labeled field for a few lines of text in a form. */
export const TextArea = ({ label, text, maxLength, rows = 2 }: Props) => (
  <label class="field">
    <span class="label">{label}</span>
    <textarea
      rows={rows}
      dir="auto"
      maxLength={maxLength}
      value={text.value}
      onInput={({ currentTarget }) => (text.value = currentTarget.value)}
    />
  </label>
)

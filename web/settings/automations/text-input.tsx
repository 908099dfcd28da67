import type { Ref } from 'preact'
import { Field } from './field.tsx'

interface Props {
  readonly label: string
  readonly help?: string
  readonly grows?: boolean
  readonly value: string
  readonly maxLength?: number
  /** Whether the text is code, such as a command name: no capitals or spelling corrections. */
  readonly isCode?: boolean
  readonly input?: Ref<HTMLInputElement>
  change(value: string): void
}

export const TextInput = ({ label, help, grows, value, maxLength, isCode, input, change }: Props) => (
  <Field label={label} help={help} grows={grows}>
    {(attributes) => (
      <input
        {...attributes}
        {...(isCode ? { autocapitalize: 'none', spellcheck: false } : {})}
        ref={input}
        type="text"
        dir="auto"
        autocomplete="off"
        maxLength={maxLength}
        value={value}
        onInput={({ currentTarget }) => change(currentTarget.value)}
      />
    )}
  </Field>
)

import { useSignal } from '@preact/signals'
import { maxMenuOptions } from '../../../src/features/automations/automations/limits.ts'
import { entriesIn } from '../../controls/entries.ts'
import { a } from '../../texts/automations.ts'
import { Field } from './field.tsx'

interface Props {
  readonly options: readonly string[]
  change(options: string[]): void
}

const optionsIn = (text: string): string[] => [...new Set(entriesIn(text))]

/** The choices of a menu, one per line. */
export function OptionsField({ options, change }: Props) {
  const text = useSignal(options.join('\n'))
  // another field's options, after fields were moved or removed
  const isOutdated = optionsIn(text.value).join('\n') !== options.join('\n')
  return (
    <Field label={a.fieldOptions} help={a.fieldOptionsHelp(maxMenuOptions)}>
      {(attributes) => (
        <textarea
          {...attributes}
          dir="auto"
          rows={3}
          value={isOutdated ? options.join('\n') : text.value}
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value
            change(optionsIn(currentTarget.value))
          }}
        />
      )}
    </Field>
  )
}

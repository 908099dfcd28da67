import {
  maxFieldLabelLength,
  maxFieldNameLength,
  maxFormFields,
} from '../../../src/features/automations/automations/limits.ts'
import { fieldKinds } from '../../../src/features/automations/automations/steps/form-field-input.ts'
import { isFieldName } from '../../../src/features/automations/automations/steps/form-rules.ts'
import { Icon } from '../../parts/icon.tsx'
import { IconButton } from '../../parts/icon-button.tsx'
import { a } from '../../texts/automations.ts'
import { Field } from './field.tsx'
import { type FormField, fieldNameFor, newField } from './form-fields.ts'
import { OptionsField } from './options-field.tsx'
import type { Step } from './steps.ts'
import { TextInput } from './text-input.tsx'

interface Props {
  readonly fields: readonly FormField[]
  readonly earlier: readonly Step[]
  /** Whether later steps can insert single answers. */
  readonly hasPlaceholders: boolean
  change(fields: readonly FormField[]): void
}

const namesIn = (steps: readonly Step[]): string[] =>
  steps.flatMap((step) => (step.kind === 'ask' ? step.fields.map(({ name }) => name) : []))

export function FormEditor({ fields, earlier, hasPlaceholders, change }: Props) {
  const namesBesides = (index: number) => [
    ...namesIn(earlier),
    ...fields.filter((_, at) => at !== index).map(({ name }) => name),
  ]
  const swap = (index: number, other: number) => {
    const first = fields[index]
    const second = fields[other]
    if (first && second) change(fields.with(index, second).with(other, first))
  }
  return (
    <>
      {fields.map((field, index) => (
        <FieldEditor
          key={index}
          field={field}
          number={index + 1}
          taken={namesBesides(index)}
          hasPlaceholder={hasPlaceholders}
          change={(changed) => change(fields.map((current, at) => (at === index ? changed : current)))}
          moveUp={index > 0 ? () => swap(index, index - 1) : undefined}
          remove={fields.length > 1 ? () => change(fields.filter((_, at) => at !== index)) : undefined}
        />
      ))}
      <button
        type="button"
        class="button automation-add"
        disabled={fields.length >= maxFormFields}
        onClick={() => change([...fields, newField(fields.length + 1, namesBesides(fields.length))])}
      >
        {a.addField}
      </button>
    </>
  )
}

interface FieldProps {
  readonly field: FormField
  readonly number: number
  /** Names of other fields. */
  readonly taken: readonly string[]
  readonly hasPlaceholder: boolean
  change(field: FormField): void
  readonly moveUp: (() => void) | undefined
  readonly remove: (() => void) | undefined
}

function nameHelp(name: string, taken: readonly string[]): string {
  if (taken.includes(name)) return a.fieldNameTaken
  return isFieldName(name) ? a.fieldNameHelp(`{form.${name}}`) : a.fieldNameInvalid
}

function FieldEditor({ field, number, taken, hasPlaceholder, change, moveUp, remove }: FieldProps) {
  const { name, label, kind, options, required } = field
  // the name follows the label until it's edited
  const changeLabel = (text: string) =>
    change({
      ...field,
      label: text,
      name: name === fieldNameFor(label, number, taken) ? fieldNameFor(text, number, taken) : name,
    })
  return (
    <fieldset class="automation-step">
      <legend>{a.field(number)}</legend>
      <div class="automation-line">
        <TextInput label={a.fieldLabel} grows maxLength={maxFieldLabelLength} value={label} change={changeLabel} />
        <Field label={a.fieldKind}>
          {(attributes) => (
            <select
              {...attributes}
              value={kind}
              onChange={({ currentTarget: { value } }) =>
                change({ ...field, kind: value as FormField['kind'], options: value === 'menu' ? options : [] })
              }
            >
              {fieldKinds.map((each) => (
                <option key={each} value={each}>
                  {a.fieldKinds[each]}
                </option>
              ))}
            </select>
          )}
        </Field>
        {moveUp && (
          <IconButton label={a.moveFieldUp(number)} run={moveUp}>
            <span class="automation-up">
              <Icon name="down" />
            </span>
          </IconButton>
        )}
        {remove && (
          <IconButton label={a.removeField(number)} run={remove}>
            <Icon name="trash" />
          </IconButton>
        )}
      </div>
      {kind === 'menu' && (
        <OptionsField options={options} change={(changed) => change({ ...field, options: changed })} />
      )}
      {hasPlaceholder && (
        <TextInput
          label={a.fieldName}
          help={nameHelp(name, taken)}
          isCode
          maxLength={maxFieldNameLength}
          value={name}
          change={(value) => change({ ...field, name: value.trim() })}
        />
      )}
      <label class="automation-check">
        <input
          type="checkbox"
          checked={required}
          onChange={({ currentTarget }) => change({ ...field, required: currentTarget.checked })}
        />
        {a.fieldRequired}
      </label>
    </fieldset>
  )
}

import { type Signal, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useFirstFocus } from '../../parts/first-focus.ts'
import { reasonOf } from '../../parts/refusal.ts'
import { useUniqueId } from '../../parts/unique-id.ts'
import { o } from '../../texts/organization.ts'
import { s } from '../../texts/settings.ts'

export interface EntryField {
  /** The API parameter's name, as in error messages. */
  readonly name: string
  readonly words: { readonly label: string; readonly help: string }
  readonly value: Signal<string>
  readonly most: number
  readonly isOptional?: boolean
  readonly hasLines?: boolean
  readonly isCode?: boolean
}

/** Error messages by parameter name; '' for errors that name none. */
export type Problems = Readonly<Record<string, string>>

/** Assigns an API error to the field it names. */
export function problemsOf(refusal: unknown, names: readonly string[]): Problems {
  const reason = reasonOf(refusal)
  const [, name = '', rest = ''] = /^Invalid (\w+): (.*)$/s.exec(reason) ?? []
  return names.includes(name) ? { [name]: `${rest.charAt(0).toUpperCase()}${rest.slice(1)}` } : { '': reason }
}

interface InputProps {
  readonly field: EntryField
  readonly problem: string | undefined
  readonly isFirst?: boolean
}

export function EntryInput({ field, problem, isFirst }: InputProps) {
  const id = useUniqueId()
  const first = useFirstFocus<HTMLInputElement>()
  const attributes = {
    id,
    value: field.value.value,
    maxLength: field.most,
    dir: field.isCode ? ('ltr' as const) : ('auto' as const),
    spellcheck: !field.isCode,
    autocomplete: 'off' as const,
    class: field.isCode ? 'code' : '',
    'aria-describedby': `${id}-help ${id}-problem`,
    'aria-invalid': problem ? true : undefined,
  }
  return (
    <div class="entry-field">
      <label for={id}>{field.words.label}</label>
      {field.hasLines ? (
        <textarea {...attributes} rows={3} onInput={({ currentTarget }) => (field.value.value = currentTarget.value)} />
      ) : (
        <input
          {...attributes}
          ref={isFirst ? first : null}
          type="text"
          onInput={({ currentTarget }) => (field.value.value = currentTarget.value)}
        />
      )}
      <p class="soft small" id={`${id}-help`}>
        {field.words.help}
      </p>
      <p class="setting-problem" id={`${id}-problem`} role="alert">
        {problem}
      </p>
    </div>
  )
}

interface Props {
  readonly fields: readonly EntryField[]
  readonly submit: string
  readonly live?: Problems
  readonly isDisabled?: boolean
  readonly isDanger?: boolean
  readonly head?: ComponentChildren
  readonly isHeadFirst?: boolean
  readonly children?: ComponentChildren
  close(): void
  /** Errors are shown at the field they name, or below. */
  run(): Promise<unknown>
}

export function EntryForm({
  fields,
  submit,
  live = {},
  isDisabled,
  isDanger,
  head,
  isHeadFirst,
  children,
  close,
  run,
}: Props) {
  const refused = useSignal<Problems>({})
  const isBusy = useSignal(false)
  const isComplete = fields.every(({ isOptional, value }) => isOptional || value.value.trim() !== '')
  const problems = { ...refused.value, ...live }
  return (
    <form
      class="dialog-body entry-form"
      onInput={() => {
        if (Object.keys(refused.value).length > 0) refused.value = {}
      }}
      onSubmit={async (event) => {
        event.preventDefault()
        if (isBusy.value || !isComplete || isDisabled) return
        isBusy.value = true
        refused.value = {}
        try {
          await run()
          close()
        } catch (refusal) {
          refused.value = problemsOf(
            refusal,
            fields.map(({ name }) => name),
          )
          isBusy.value = false
        }
      }}
    >
      {head}
      {fields.map((field, index) => (
        <EntryInput
          key={field.name}
          field={field}
          problem={problems[field.name]}
          isFirst={index === 0 && !isHeadFirst}
        />
      ))}
      {children}
      {problems[''] && (
        <p class="problem" role="alert">
          {problems['']}
        </p>
      )}
      <div class="dialog-buttons">
        <button type="button" class="button" onClick={close}>
          {s.cancel}
        </button>
        <button
          type="submit"
          class={isDanger ? 'button danger' : 'button primary'}
          disabled={!isComplete || isBusy.value || isDisabled}
        >
          {submit || o.save}
        </button>
      </div>
    </form>
  )
}

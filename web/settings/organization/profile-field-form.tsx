import { type Signal, useSignal } from '@preact/signals'
import { isSameJson } from '#contract'
import {
  createField,
  maxProfileFieldHintLength,
  maxProfileFieldNameLength,
  type ProfileField,
  updateField,
} from '../../../src/features/people/profile-fields/api.ts'
import {
  canMatchUsers,
  fieldTypes,
  fitsSummary,
  isAccount,
  isSelect,
  typeIds,
} from '../../../src/features/people/profile-fields/field-types.ts'
import { openDialog } from '../../parts/dialog.tsx'
import { useFirstFocus } from '../../parts/first-focus.ts'
import { useUniqueId } from '../../parts/unique-id.ts'
import { part } from '../../store/connection.ts'
import { o } from '../../texts/organization.ts'
import { api } from '../../transport/api.ts'
import { EntryForm, EntryInput } from './entry-form.tsx'
import { draftOf, type FieldOption, fieldDataOf } from './field-data.ts'
import { OptionList } from './option-list.tsx'

const accounts = part<Readonly<Record<string, { name: string }>>>('realm_default_external_accounts')
const longestAddress = 1_024

export function openProfileFieldForm(one?: ProfileField): void {
  void openDialog({ title: one ? o.editField : o.addField, class: 'wide-dialog' }, (close) => (
    <ProfileFieldForm one={one} close={close} />
  ))
}

const none = Promise.resolve()
/** A field in the words of the API's parameters. */
const asItWas = (one: ProfileField): Readonly<Record<string, unknown>> => ({
  name: one.name,
  hint: one.hint,
  field_data: fieldDataOf(one.type, draftOf(one.field_data)),
  required: one.required,
  editable_by_user: one.editable_by_user,
  display_in_profile_summary: one.display_in_profile_summary ?? false,
  use_for_user_matching: one.use_for_user_matching ?? false,
})

function ProfileFieldForm({ one, close }: { one: ProfileField | undefined; close(): void }) {
  const before = draftOf(one?.field_data ?? '')
  const type = useSignal<number>(one?.type ?? fieldTypes.SHORT_TEXT.id)
  const name = useSignal(one?.name ?? '')
  const hint = useSignal(one?.hint ?? '')
  const options = useSignal<readonly FieldOption[]>(before.options)
  const subtype = useSignal(before.subtype || (Object.keys(accounts.value ?? {})[0] ?? 'custom'))
  const address = useSignal(before.address)
  const required = useSignal(one?.required ?? false)
  const editable = useSignal(one?.editable_by_user ?? true)
  const inSummary = useSignal(one?.display_in_profile_summary ?? false)
  const matching = useSignal(one?.use_for_user_matching ?? false)
  const isKnownAccount = isAccount(type.value) && subtype.value !== 'custom'
  return (
    <EntryForm
      submit={one ? o.save : o.add}
      close={close}
      isHeadFirst={!one}
      head={
        <Select
          words={o.fieldType}
          value={String(type.value)}
          isDisabled={one !== undefined}
          isFirst={!one}
          options={typeIds.map((id) => [String(id), o.fieldTypes[id] ?? ''])}
          choose={(id) => (type.value = Number(id))}
        />
      }
      fields={[
        // known account types have a name and hint already
        { name: 'name', words: o.fieldName, value: name, most: maxProfileFieldNameLength, isOptional: isKnownAccount },
        { name: 'hint', words: o.fieldHint, value: hint, most: maxProfileFieldHintLength, isOptional: true },
      ]}
      run={() => {
        const draft = { options: options.value, subtype: subtype.value, address: address.value.trim() }
        const wanted = {
          name: name.value.trim(),
          hint: hint.value.trim(),
          field_data: fieldDataOf(type.value, draft),
          required: required.value,
          editable_by_user: editable.value,
          display_in_profile_summary: inSummary.value && fitsSummary(type.value),
          use_for_user_matching: matching.value && canMatchUsers(type.value),
        }
        if (!one) return api.call(createField, { field_type: type.value as (typeof typeIds)[number], ...wanted })
        // unchanged properties are omitted: another administrator may be changing them
        const changed = Object.entries(wanted).filter(([name, value]) => !isSameJson(value, asItWas(one)[name]))
        return changed.length === 0 ? none : api.call(updateField, { field_id: one.id, ...Object.fromEntries(changed) })
      }}
    >
      {isSelect(type.value) && <OptionList options={options} />}
      {isAccount(type.value) && (
        <Select
          words={o.account}
          value={subtype.value}
          options={[
            ...Object.entries(accounts.value ?? {}).map(([key, { name }]): [string, string] => [key, name]),
            ['custom', o.otherAccount],
          ]}
          choose={(key) => (subtype.value = key)}
        />
      )}
      {isAccount(type.value) && subtype.value === 'custom' && (
        <EntryInput
          field={{ name: 'url_pattern', words: o.accountAddress, value: address, most: longestAddress, isCode: true }}
          problem={undefined}
        />
      )}
      <Check words={o.fieldRequired} isOn={required} />
      <Check words={o.fieldEditable} isOn={editable} />
      {fitsSummary(type.value) && <Check words={o.fieldInSummary} isOn={inSummary} />}
      {canMatchUsers(type.value) && <Check words={o.fieldMatching} isOn={matching} />}
    </EntryForm>
  )
}

interface Words {
  readonly label: string
  readonly help: string
}

interface SelectProps {
  readonly words: Words
  readonly value: string
  readonly options: readonly (readonly [value: string, label: string])[]
  readonly isDisabled?: boolean
  readonly isFirst?: boolean
  choose(value: string): void
}

function Select({ words, value, options, isDisabled, isFirst, choose }: SelectProps) {
  const id = useUniqueId()
  const first = useFirstFocus<HTMLSelectElement>()
  return (
    <div class="entry-field">
      <label for={id}>{words.label}</label>
      <select
        id={id}
        ref={isFirst ? first : null}
        aria-describedby={`${id}-help`}
        value={value}
        disabled={isDisabled}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        {options.map(([key, label]) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </select>
      <p class="soft small" id={`${id}-help`}>
        {words.help}
      </p>
    </div>
  )
}

function Check({ words, isOn }: { words: Words; isOn: Signal<boolean> }) {
  const id = useUniqueId()
  return (
    <div class="entry-check">
      <input
        id={id}
        type="checkbox"
        aria-describedby={`${id}-help`}
        checked={isOn.value}
        onChange={({ currentTarget }) => (isOn.value = currentTarget.checked)}
      />
      <label for={id}>{words.label}</label>
      <p class="soft small" id={`${id}-help`}>
        {words.help}
      </p>
    </div>
  )
}

import './group-setting.css'
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { fieldOf, Options, useCombobox } from '../entities/combobox.tsx'
import { Icon } from '../parts/icon.tsx'
import { isComposing } from '../parts/is-composing.ts'
import { nameOfGroup } from '../permissions/holders.ts'
import { isEmptyRole, namedIn, type PermissionRules, type PermissionValue, without } from '../permissions/value.ts'
import { groups, groupsById } from '../store/groups.ts'
import { ownId, person } from '../store/people.ts'
import { t } from '../texts/permissions.ts'
import { permissionChoices } from './group-choices.ts'

const maxDrawn = 60

interface Props {
  readonly label: string
  readonly value: PermissionValue
  readonly rules: PermissionRules
  /** Gets the focus when it's added to the page. */
  readonly isFocused?: boolean
  readonly describedBy?: string
  onChange(next: PermissionValue): void
}

/** Roles, groups and people as pills; only what the permission accepts can be added. */
export function GroupSettingField({ label, value, rules, isFocused, describedBy, onChange }: Props) {
  const text = useSignal('')
  const isOpen = useSignal(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isFocused) field.current?.focus()
  }, [])
  const { people, groups: groupIds } = namedIn(value)
  const take = (next: PermissionValue) => {
    text.value = ''
    isOpen.value = false
    onChange(next)
    field.current?.focus()
  }
  const emptyRoleId = rules.allow_nobody_group ? groups.value?.find(isEmptyRole)?.id : undefined
  const options = isOpen.value ? permissionChoices(text.value, value, rules, take) : []
  const isShown = options.length > 0
  const box = useCombobox({ options, isOpen: isShown, takesFirst: text.value.trim() !== '' })
  const pills = [
    ...groupIds.map((id) => ({
      key: `group ${id}`,
      name: nameOfGroup(id),
      isGroup: true,
      next: isEmptyRole(groupsById.value.get(id)) ? undefined : without(value, { groups: [id] }, emptyRoleId),
    })),
    ...people.map((id) => ({
      key: `person ${id}`,
      name: `${person(id)?.full_name ?? t.unknownPerson}${id === ownId.value ? ` (${t.you})` : ''}`,
      isGroup: false,
      next: without(value, { people: [id] }, emptyRoleId),
    })),
  ]
  const last = pills.at(-1)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a line that wraps everywhere
    <div class="group-pills" role="group" aria-label={label} aria-describedby={describedBy}>
      {pills.slice(0, maxDrawn).map(({ key, name, isGroup, next }) => (
        <span class="group-pill" key={key}>
          {isGroup && <Icon name="people" size={14} />}
          <span dir="auto">{name}</span>
          {next !== undefined && (
            <button type="button" aria-label={t.withoutOne(name)} onClick={() => take(next)}>
              <Icon name="close" size={12} />
            </button>
          )}
        </span>
      ))}
      {pills.length > maxDrawn && <span class="soft">{t.andMore(pills.length - maxDrawn)}</span>}
      <span class="group-field">
        <input
          {...fieldOf(box, isShown)}
          ref={field}
          type="text"
          aria-label={label}
          aria-describedby={describedBy}
          placeholder={t.namePersonOrGroup}
          maxLength={100}
          value={text.value}
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value
            isOpen.value = true
            box.reset()
          }}
          onClick={() => (isOpen.value = true)}
          onBlur={() => (isOpen.value = false)}
          onKeyDown={(event) => {
            if (isComposing(event) || box.onKeyDown(event)) return
            if (event.key === 'ArrowDown' && !isOpen.value) isOpen.value = true
            else if (event.key === 'Escape' && isShown) {
              isOpen.value = false
              event.stopPropagation()
            } else if (event.key === 'Backspace' && text.value === '' && last?.next !== undefined) take(last.next)
            else return
            event.preventDefault()
          }}
        />
        {isShown && <Options box={box} options={options} label={t.options(label)} />}
      </span>
    </div>
  )
}

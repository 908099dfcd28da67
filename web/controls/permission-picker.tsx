import { useRef } from 'preact/hooks'
import { Icon } from '../parts/icon.tsx'
import { type MenuItem, openMenu } from '../parts/menu.tsx'
import { covers, namesNoOne, type PermissionBase } from '../permissions/base.ts'
import { isEmptyRole, isSameValue, namedIn, type PermissionRules, type PermissionValue } from '../permissions/value.ts'
import { wordsOf } from '../permissions/words.ts'
import { groupsById } from '../store/groups.ts'
import { t } from '../texts/permissions.ts'
import { systemChoices } from './group-choices.ts'

/** The role that a value names; undefined if it names people, other groups, or several. */
export function roleOf(value: PermissionValue): number | undefined {
  const { people, groups } = namedIn(value)
  const [only] = groups
  if (people.length > 0 || groups.length !== 1 || only === undefined) return undefined
  return groupsById.value.get(only)?.is_system_group ? only : undefined
}

export const isCustom = (value: PermissionValue): boolean => roleOf(value) === undefined && !namesNoOne(value)

export const sourceOf = ({ from }: PermissionBase): string =>
  from === 'organization' ? t.fromOrganization : t.reasons[from](false)

interface Props {
  /** Ids of the elements that name and describe the permission. */
  readonly labelledBy: string
  readonly describedBy: string
  readonly label: string
  readonly value: PermissionValue
  /** The value that's saved, which can be chosen again. */
  readonly saved: PermissionValue
  readonly rules: PermissionRules
  readonly base: PermissionBase | undefined
  readonly isLocked: boolean
  onChange(next: PermissionValue): void
  onCustom(): void
}

/** The effective value in plain words: a button that opens the list of roles, or only text if it can't be changed. */
export function PermissionPicker(props: Props) {
  const { labelledBy, describedBy, label, value, base, isLocked } = props
  const button = useRef<HTMLButtonElement>(null)
  const isFromBase = base !== undefined && covers(base.value, value)
  const words = (
    <span class="picked" dir="auto">
      {wordsOf(isFromBase ? base.value : value)}
      {isFromBase && <span class="soft"> — {sourceOf(base)}</span>}
    </span>
  )
  if (isLocked) return words
  const open = () => {
    const current = button.current
    if (!current) return
    const { left, right, bottom } = current.getBoundingClientRect()
    const isAtStart = getComputedStyle(current).direction === 'ltr'
    openMenu({
      label: () => label,
      items: () => itemsOf(props),
      place: () => ({ x: isAtStart ? left : right, y: bottom + 4 }),
      returnTo: () => button.current,
    })
    document.querySelector<HTMLElement>('.menu [aria-checked="true"]')?.focus({ preventScroll: true })
  }
  return (
    <button
      ref={button}
      id={`${labelledBy}-value`}
      type="button"
      class="permission-picker"
      aria-haspopup="menu"
      aria-labelledby={`${labelledBy} ${labelledBy}-value`}
      aria-describedby={describedBy}
      onClick={open}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
        event.preventDefault()
        open()
      }}
    >
      {words}
      <Icon name="chevron" size={14} />
    </button>
  )
}

function itemsOf({ value, saved, rules, base, onChange, onCustom }: Props): MenuItem[] {
  const role = roleOf(value)
  const now = isCustom(value)
  const roles = systemChoices(rules).map(({ id, label, detail }): MenuItem => {
    const isEmpty = isEmptyRole(groupsById.value.get(id))
    return {
      key: String(id),
      label: isEmpty && base ? (base.from === 'organization' ? t.sameAsOrganization : t.noOneElse) : label,
      detail: isEmpty && base ? wordsOf(base.value) : detail || undefined,
      isChecked: isEmpty ? namesNoOne(value) : id === role,
      run: () => onChange(id),
    }
  })
  const earlier: MenuItem[] =
    !now && isCustom(saved) && !isSameValue(saved, value)
      ? [{ key: 'saved', label: wordsOf(saved), isChecked: false, begins: true, run: () => onChange(saved) }]
      : []
  if (rules.require_system_group) return [...roles, ...earlier]
  const custom: MenuItem = {
    key: 'custom',
    label: t.custom,
    detail: now ? wordsOf(value) : t.customMore,
    isChecked: now,
    begins: earlier.length === 0,
    run: onCustom,
  }
  return [...roles, ...earlier, custom]
}

import './verdicts.css'
import '../compose/compose-box.css'
import { type Signal, useSignal } from '@preact/signals'
import { roles } from '#contract'
import type { Verdict } from '../../src/features/people/organization/rules.ts'
import { Picker } from '../compose/recipients/picker.tsx'
import { findPeople } from '../compose/typeahead/people.ts'
import { SearchIndex } from '../compose/typeahead/search.ts'
import type { Choice } from '../entities/choice.ts'
import { Icon } from '../parts/icon.tsx'
import type { PermissionSubject } from '../permissions/explanations.ts'
import { canHaveMembers, nameOfGroup } from '../permissions/holders.ts'
import { type PermissionTexts, sentenceOf } from '../permissions/sentences.ts'
import { groups, groupsById, peopleOfGroup } from '../store/groups.ts'
import { nameOf, ownId, person } from '../store/people.ts'
import { t } from '../texts/permissions.ts'

const maxOffered = 8
const maxGroups = 3

interface Props<Permission extends string> {
  readonly permissions: Readonly<Record<Permission, PermissionTexts>>
  /** Undefined if the action doesn't apply. */
  explain(permission: Permission, who: PermissionSubject): Verdict | undefined
}

interface Subject extends Pick<Choice, 'key' | 'label' | 'detail' | 'mark'> {
  readonly who: { readonly id: number; readonly isGroup: boolean }
}

function subjects(query: string): Subject[] {
  if (query.trim() === '') return []
  const people = findPeople(query, undefined, maxOffered).map(
    ({ user_id, full_name, delivery_email }): Subject => ({
      key: `person ${user_id}`,
      label: full_name,
      detail: delivery_email ?? '',
      mark: { person: user_id },
      who: { id: user_id, isGroup: false },
    }),
  )
  const named = (groups.value ?? []).filter((group) => !group.deactivated && canHaveMembers(group))
  const found = new SearchIndex(named, ({ id }) => nameOfGroup(id))
    .find(query)
    .slice(0, maxGroups)
    .map(
      ({ item: { id } }): Subject => ({
        key: `group ${id}`,
        label: nameOfGroup(id),
        detail: '',
        mark: { sign: '👥' },
        who: { id, isGroup: true },
      }),
    )
  return [...people.slice(0, maxOffered - found.length), ...found]
}

const leastRoles: Readonly<Record<string, number>> = {
  'role:everyone': roles.guest,
  'role:moderators': roles.moderator,
  'role:administrators': roles.administrator,
  'role:owners': roles.owner,
}

function someone({ id, isGroup }: Subject['who']): PermissionSubject | undefined {
  if (!isGroup) {
    const one = person(id)
    return one && { id, role: one.role }
  }
  const group = groupsById.value.get(id)
  if (!group || group.deactivated) return undefined
  if (group.is_system_group) return { id, isGroup, role: leastRoles[group.name] ?? roles.member }
  const inside = peopleOfGroup(id).flatMap((each) => {
    const one = person(each)
    return one?.is_active ? [one.role] : []
  })
  // larger numbers are lower roles
  return { id, isGroup, role: inside.length === 0 ? roles.member : inside.reduce((a, b) => Math.max(a, b)) }
}

/** Explains what a person or group can do, starting with the user; others are found by name. */
export function Verdicts<Permission extends string>({ permissions, explain }: Props<Permission>) {
  const about: Signal<Subject['who']> = useSignal({ id: ownId.value, isGroup: false })
  const text = useSignal('')
  const who = someone(about.value)
  const name = about.value.isGroup ? nameOfGroup(about.value.id) : nameOf(about.value.id)
  return (
    <details class="verdicts">
      <summary>{t.checkPermissions}</summary>
      <div class="people-field">
        <Picker
          label={t.nameSomeone}
          placeholder={t.forSomeoneElse}
          takesFirst
          value={text.value}
          choices={subjects}
          onInput={(value) => (text.value = value)}
          onTake={({ who }) => {
            about.value = who
            text.value = ''
          }}
          onDone={() => {}}
        />
      </div>
      {who && (
        <ul aria-label={t.verdictsOf(name)} aria-live="polite">
          {(Object.entries(permissions) as [Permission, PermissionTexts][]).map(([permission, texts]) => {
            const verdict = explain(permission, who)
            if (!verdict) return null
            return (
              <li key={permission} class={verdict.can ? 'may' : 'may-not'}>
                <Icon name={verdict.can ? 'check' : 'close'} />
                <span>{sentenceOf(verdict, texts, who)}</span>
              </li>
            )
          })}
        </ul>
      )}
    </details>
  )
}

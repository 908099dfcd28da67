import { useComputed, useSignal } from '@preact/signals'
import { type UserGroup, updateMembers } from '../../src/features/people/groups/api.ts'
import { GroupSettingField } from '../controls/group-setting-field.tsx'
import { MemberList } from '../controls/member-list.tsx'
import { hrefOf } from '../navigation/route.ts'
import { Icon } from '../parts/icon.tsx'
import { reasonOf, showRefusal } from '../parts/refusal.ts'
import { toast } from '../parts/toast.ts'
import { nameOfGroup } from '../permissions/holders.ts'
import { groupsAround, pathsOf } from '../permissions/paths.ts'
import { canInGroup } from '../permissions/rights.ts'
import { membersOnly, namedIn, type PermissionValue } from '../permissions/value.ts'
import { groups, groupsById } from '../store/groups.ts'
import { nameOf } from '../store/people.ts'
import { t } from '../texts/group-settings.ts'
import { p } from '../texts/places.ts'
import { api } from '../transport/api.ts'

export function GroupMembers({ group }: { group: UserGroup }) {
  const { id } = group
  const paths = useComputed(() => pathsOf(id, groupsById.value).people)
  const people = useComputed(() => [...paths.value.keys()])
  const chosen = useSignal<ReadonlySet<number>>(new Set())
  const inside = group.direct_subgroup_ids.filter((each) => groupsById.value.has(each))
  const around = (groups.value ?? []).filter(
    (one) => !one.deactivated && !one.is_system_group && one.direct_subgroup_ids.includes(id),
  )
  const isOpen = !group.deactivated && !group.is_system_group
  const canRemove = isOpen && canInGroup('removeMembers', group)
  const direct = new Set(group.members)
  return (
    <>
      {group.description !== '' && !group.is_system_group && (
        <p class="about" dir="auto">
          {group.description}
        </p>
      )}
      {group.is_system_group && <p class="soft">{t.systemGroup}</p>}
      {around.length > 0 && (
        <p class="related">
          <span class="soft">{p.isInside} </span>
          {around.map((one, index) => (
            <span key={one.id}>
              {index > 0 && ', '}
              <a class="plain" dir="auto" href={hrefOf({ view: 'group', groupId: one.id })}>
                {one.name}
              </a>
            </span>
          ))}
        </p>
      )}
      {isOpen && canInGroup('addMembers', group) && <Addition group={group} />}
      {inside.length > 0 && (
        <ul aria-label={t.groupsInside}>
          {inside.map((each) => (
            <li class="directory-row" key={each}>
              <a class="directory-link" href={hrefOf({ view: 'group', groupId: each })}>
                <Icon name="people" />
                <span class="name" dir="auto">
                  {nameOfGroup(each)}
                </span>
              </a>
              {canRemove && (
                <button
                  type="button"
                  class="button quiet"
                  aria-label={t.removeFrom(nameOfGroup(each), group.name)}
                  onClick={() => void change(id, { delete_subgroups: [each] }, [nameOfGroup(each)])}
                >
                  {t.remove}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      <MemberList
        people={people}
        detail={(userId) => {
          const [through] = paths.value.get(userId) ?? []
          return through === undefined || through === id ? undefined : p.through(nameOfGroup(through))
        }}
        {...(canRemove && {
          selection: {
            chosen,
            can: (userId: number) => direct.has(userId),
            remove: (who: readonly number[]) => void change(id, { delete: [...who] }, who.map(nameOf)),
          },
        })}
        more={(userId) =>
          canRemove && direct.has(userId) ? (
            <button
              type="button"
              class="button quiet"
              aria-label={t.removeFrom(nameOf(userId), group.name)}
              onClick={() => void change(id, { delete: [userId] }, [nameOf(userId)])}
            >
              {t.remove}
            </button>
          ) : null
        }
      />
    </>
  )
}

const maxNamed = 3

interface Change {
  readonly add?: number[]
  readonly delete?: number[]
  readonly add_subgroups?: number[]
  readonly delete_subgroups?: number[]
}

/** Removes members; a toast offers to undo that. */
async function change(groupId: number, what: Change, names: readonly string[]): Promise<void> {
  const group = () => nameOfGroup(groupId)
  const back = { add: what.delete ?? [], add_subgroups: what.delete_subgroups ?? [] }
  try {
    await api.call(updateMembers, { user_group_id: groupId, ...what })
    toast(names.length > maxNamed ? t.removedMany(names.length, group()) : t.removed(names, group()), {
      label: t.undo,
      run: () => void api.call(updateMembers, { user_group_id: groupId, ...back }).catch(showRefusal),
    })
  } catch (problem) {
    showRefusal(problem)
  }
}

const none: PermissionValue = { direct_members: [], direct_subgroups: [] }

function Addition({ group }: { group: UserGroup }) {
  const value = useSignal<PermissionValue>(none)
  const problem = useSignal('')
  const isBusy = useSignal(false)
  const { people, groups: inner } = namedIn(value.value)
  const around = groupsAround(group.id, groupsById.value)
  const cycle = inner.find((id) => around.has(id))
  const known = [
    ...people.filter((id) => group.members.includes(id)).map(nameOf),
    ...inner.filter((id) => group.direct_subgroup_ids.includes(id)).map(nameOfGroup),
  ]
  const wrong =
    cycle !== undefined
      ? t.wouldContainItself(nameOfGroup(cycle), group.name)
      : known.length > 0
        ? t.insideAlready(known)
        : problem.value
  const add = async () => {
    if (wrong !== '' && wrong !== problem.value) return
    isBusy.value = true
    problem.value = ''
    try {
      await api.call(updateMembers, { user_group_id: group.id, add: [...people], add_subgroups: [...inner] })
      const names = [...people.map(nameOf), ...inner.map(nameOfGroup)]
      toast(names.length > maxNamed ? t.addedMany(names.length, group.name) : t.added(names, group.name))
      value.value = none
    } catch (refusal) {
      problem.value = reasonOf(refusal)
    } finally {
      isBusy.value = false
    }
  }
  const isEmpty = people.length + inner.length === 0
  return (
    <form
      class="addition"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isEmpty && !isBusy.value) void add()
      }}
    >
      <span class="label" aria-hidden="true">
        {t.addLabel}
      </span>
      <div class="addition-line">
        <GroupSettingField
          label={t.addLabel}
          value={value.value}
          rules={membersOnly}
          onChange={(next) => {
            problem.value = ''
            value.value = next
          }}
        />
        <button type="submit" class="button" disabled={isEmpty || isBusy.value || (wrong !== '' && !problem.value)}>
          {t.add}
        </button>
      </div>
      {wrong !== '' && (
        <p class="problem" role="alert">
          {wrong}
        </p>
      )}
    </form>
  )
}

import { canHaveMembers, nameOfGroup } from '../../permissions/holders.ts'
import { groups } from '../../store/groups.ts'
import { a } from '../../texts/automations.ts'
import { nameOrder } from '../../texts/locale.ts'
import { Field } from './field.tsx'
import { noGroup } from './steps.ts'

type Group = NonNullable<typeof groups.value>[number]

interface Props {
  readonly chosen: number
  isOffered?(group: Group): boolean
  choose(groupId: number): void
}

export function GroupField({ chosen, isOffered = canHaveMembers, choose }: Props) {
  const active = (groups.value ?? []).filter((group) => group.id === chosen || (!group.deactivated && isOffered(group)))
  const custom = active
    .filter(({ is_system_group }) => !is_system_group)
    .sort((group, other) => nameOrder.compare(group.name, other.name))
  const offered = [...custom, ...active.filter(({ is_system_group }) => is_system_group)]
  const isDeactivated = offered.find(({ id }) => id === chosen)?.deactivated === true
  return (
    <Field label={a.group} grows help={isDeactivated ? a.groupDeactivated : undefined}>
      {(attributes) => (
        <select {...attributes} value={chosen} onChange={({ currentTarget }) => choose(Number(currentTarget.value))}>
          {!offered.some(({ id }) => id === chosen) && (
            <option value={chosen}>{chosen === noGroup ? a.chooseGroup : nameOfGroup(chosen)}</option>
          )}
          {offered.map(({ id }) => (
            <option key={id} value={id}>
              {nameOfGroup(id)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import {
  createGroup,
  maxUserGroupDescriptionLength,
  maxUserGroupNameLength,
} from '../../src/features/people/groups/api.ts'
import { GroupSettingField } from '../controls/group-setting-field.tsx'
import { goTo } from '../navigation/route.ts'
import { reasonOf } from '../parts/refusal.ts'
import { describeValue } from '../permissions/holders.ts'
import { haveInOrganization, organizationPermission } from '../permissions/rights.ts'
import { rulesOf } from '../permissions/rules.ts'
import { membersOnly, namedIn, type PermissionValue } from '../permissions/value.ts'
import { groups } from '../store/groups.ts'
import { ownId } from '../store/people.ts'
import { t } from '../texts/group-settings.ts'
import { api } from '../transport/api.ts'
import { CreationForm } from './creation-form.tsx'

export function NewGroup() {
  const name = useSignal('')
  const description = useSignal('')
  const members = useSignal<PermissionValue>({ direct_members: [ownId.value], direct_subgroups: [] })
  const isTried = useSignal(false)
  const isBusy = useSignal(false)
  const refusal = useSignal('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  if (!haveInOrganization('can_create_groups'))
    return (
      <div class="directory" id="messages" tabIndex={-1}>
        <p class="hint">
          {t.cannotCreate(
            describeValue(organizationPermission('can_create_groups'), rulesOf('realm', 'can_create_groups')),
          )}
        </p>
      </div>
    )
  const wanted = name.value.trim()
  const isTaken = (groups.value ?? []).some((one) => one.name.toLowerCase() === wanted.toLowerCase())
  const wrong = isTaken ? t.nameTaken(wanted) : wanted === '' && isTried.value ? t.nameNeeded : undefined
  const make = async () => {
    isTried.value = true
    if (wanted === '' || isTaken) {
      field.current?.focus()
      return
    }
    isBusy.value = true
    refusal.value = ''
    const { people, groups: inside } = namedIn(members.value)
    try {
      const { group_id } = await api.call(createGroup, {
        name: wanted,
        description: description.value.trim(),
        members: [...people],
        subgroups: [...inside],
      })
      goTo({ view: 'group', groupId: group_id }, { replace: true })
    } catch (problem) {
      isBusy.value = false
      refusal.value = reasonOf(problem)
    }
  }
  return (
    <CreationForm
      texts={{ name: t.name, description: t.description, create: t.create }}
      field={field}
      name={name}
      description={description}
      longest={{ name: maxUserGroupNameLength, description: maxUserGroupDescriptionLength }}
      wrong={wrong}
      refusal={refusal.value}
      isBusy={isBusy.value}
      onName={() => (refusal.value = '')}
      onSubmit={() => void make()}
      list={{ view: 'groups', section: 'all' }}
    >
      <div>
        <span class="label" aria-hidden="true">
          {t.members}
        </span>
        <GroupSettingField
          label={t.members}
          value={members.value}
          rules={membersOnly}
          onChange={(next) => (members.value = next)}
        />
        <p class="soft small">{t.membersMore}</p>
      </div>
    </CreationForm>
  )
}

import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { createGroup } from '../../src/areas/groups/api.ts'
import { isFirst } from '../app/history.ts'
import { goTo } from '../app/route.ts'
import { reasonOf } from '../message-actions/refusal.ts'
import { whoIsThat } from '../permissions/holders.ts'
import { haveInOrganization, organizationPermission } from '../permissions/rights.ts'
import { rulesOf } from '../permissions/rules.ts'
import { membersOnly, namedIn, type PermissionValue } from '../permissions/value.ts'
import { GroupSettingField } from '../settings/controls/group-setting-field.tsx'
import { groups } from '../store/groups.ts'
import { ownId } from '../store/people.ts'
import { t } from '../texts/group-settings.ts'
import { api } from '../transport/api.ts'

const longestName = 100
const longestDescription = 1024

/** A group to be made; whoever makes it manages it. */
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
          {t.mayNotCreate(
            whoIsThat(organizationPermission('can_create_groups'), rulesOf('realm', 'can_create_groups')),
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
    <form
      class="directory scrolls new-channel"
      id="messages"
      tabIndex={-1}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy.value) void make()
      }}
    >
      <label class="field">
        <span class="label">{t.name}</span>
        <input
          ref={field}
          type="text"
          dir="auto"
          autocomplete="off"
          required
          maxLength={longestName}
          value={name.value}
          aria-invalid={wrong !== undefined}
          aria-describedby={wrong === undefined ? undefined : 'group-name-problem'}
          onInput={({ currentTarget }) => {
            name.value = currentTarget.value
            refusal.value = ''
          }}
        />
        {wrong !== undefined && (
          <span class="problem" id="group-name-problem" role="alert">
            {wrong}
          </span>
        )}
      </label>
      <label class="field">
        <span class="label">{t.description}</span>
        <textarea
          rows={2}
          dir="auto"
          maxLength={longestDescription}
          value={description.value}
          onInput={({ currentTarget }) => (description.value = currentTarget.value)}
        />
      </label>
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
      {refusal.value !== '' && (
        <p class="problem" role="alert">
          {refusal.value}
        </p>
      )}
      <div class="dialog-buttons">
        <button
          type="button"
          class="button"
          onClick={() => (isFirst() ? goTo({ view: 'groups', section: 'all' }, { replace: true }) : history.back())}
        >
          {t.cancel}
        </button>
        <button type="submit" class="button primary" disabled={isBusy.value}>
          {t.create}
        </button>
      </div>
    </form>
  )
}

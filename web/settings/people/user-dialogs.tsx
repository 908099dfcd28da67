import { list } from 'messages:format'
import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { type GroupId, roles, type UserId } from '#contract'
import { subscribeToChannels } from '../../../src/features/channels/subscriptions/api.ts'
import { updateMembers } from '../../../src/features/people/groups/api.ts'
import { updateUser } from '../../../src/features/people/users/api.ts'
import { roleError } from '../../../src/features/people/users/rules.ts'
import { openDialog } from '../../parts/dialog.tsx'
import { Form } from '../../parts/form.tsx'
import { toast } from '../../parts/toast.ts'
import { oneself } from '../../permissions/rights.ts'
import { channels } from '../../store/channels.ts'
import { groups } from '../../store/groups.ts'
import { nameOf, people, person } from '../../store/people.ts'
import { nameOrder } from '../../texts/locale.ts'
import { p } from '../../texts/people-settings.ts'
import { api } from '../../transport/api.ts'
import { aboutEach, type Bulk, useBulk, withoutOneself } from './bulk.ts'
import { namesAndOthers } from './names-and-others.ts'
import { PickList } from './pick-list.tsx'

type Ids = readonly number[]

/** Only the first few names: no one reads thousands. */
export const namesOf = (ids: Ids, most = 3): string => {
  return list(namesAndOthers(ids.map(nameOf), ids.length <= most ? most : most - 1))
}

export const HowFar = ({ bulk: { progress } }: { bulk: Bulk }) =>
  progress.value.all > 1 ? (
    <p class="soft small">
      <progress max={progress.value.all} value={progress.value.done} aria-label={p.loading} />{' '}
      {p.doneOf(progress.value.done, progress.value.all)} {p.closingStops}
    </p>
  ) : null

/** Roles that the user can assign to at least one of the accounts, given their current roles. */
export const rolesToGive = (before: Iterable<number>): number[] =>
  Object.values(roles).filter((role) =>
    [...before].some((now) => roleError(oneself(), { role: now }, role) === undefined),
  )

export function openRoleDialog(ids: Ids, after: () => void): void {
  void openDialog({ title: p.roleTitle }, (close) => <RoleForm ids={ids} close={close} after={after} />)
}

function RoleForm({ ids: chosen, close, after }: { ids: Ids; close: () => void; after: () => void }) {
  const bulk = useBulk()
  const ids = useMemo(() => withoutOneself(chosen), [chosen])
  // only once: with ten thousand users, not again for each one changed
  const before = useMemo(() => new Set(ids.flatMap((id) => people.peek().get(id)?.role ?? [])), [ids])
  // with different current roles, don't preselect one
  const role = useSignal(before.size === 1 ? [...before][0] : undefined)
  const run = async () => {
    const { value } = role
    if (value === undefined) return
    const changed = ids.filter((id) => person(id)?.role !== value)
    const who = namesOf(ids)
    await aboutEach(changed, bulk, (id) =>
      api.call(updateUser, { user_id: id as UserId, role: value as typeof roles.member }),
    )
    toast(p.roleChanged(who, p.roles[value] ?? ''))
    after()
  }
  return (
    <Form submit={p.roleSubmit} isDisabled={role.value === undefined} close={close} run={run}>
      <p dir="auto">{namesOf(ids)}</p>
      {ids.length < chosen.length && <p class="soft small">{p.withoutYou}</p>}
      <fieldset>
        <legend>{p.role}</legend>
        {rolesToGive(before).map((one) => (
          <label class="pick" key={one}>
            <input type="radio" name="role" checked={role.value === one} onChange={() => (role.value = one)} />
            {p.roles[one]}
          </label>
        ))}
      </fieldset>
      <HowFar bulk={bulk} />
    </Form>
  )
}

const maxAtOnce = 500

function* parts(ids: Ids): Iterable<Ids> {
  for (let at = 0; at < ids.length; at += maxAtOnce) yield ids.slice(at, at + maxAtOnce)
}

export function openGroupDialog(ids: Ids, after: () => void): void {
  void openDialog({ title: p.groupTitle }, (close) => <GroupForm ids={ids} close={close} after={after} />)
}

function GroupForm({ ids, close, after }: { ids: Ids; close: () => void; after: () => void }) {
  const chosen = useSignal<Ids>([])
  const all = (groups.value ?? []).filter(({ is_system_group, deactivated }) => !is_system_group && !deactivated)
  const run = async () => {
    for (const group of all.filter(({ id }) => chosen.value.includes(id))) {
      const inside = new Set(group.members)
      const add = ids.filter((id) => !inside.has(id))
      for (const some of parts(add))
        await api.call(updateMembers, { user_group_id: group.id as GroupId, add: some as UserId[] })
      toast(p.wasAdded(namesOf(ids), group.name))
    }
    after()
  }
  return (
    <Form submit={p.add} isDisabled={chosen.value.length === 0} close={close} run={run}>
      <p dir="auto">{namesOf(ids)}</p>
      <PickList label={p.whichGroups} filterLabel={p.findGroup} items={all} chosen={chosen} />
    </Form>
  )
}

export function openChannelDialog(ids: Ids, after: () => void): void {
  void openDialog({ title: p.channelTitle }, (close) => <ChannelForm ids={ids} close={close} after={after} />)
}

export const pickableChannels = () =>
  [...channels.value.values()]
    .filter(({ is_archived }) => !is_archived)
    .map(({ stream_id, name }) => ({ id: stream_id, name }))
    .sort((a, b) => nameOrder.compare(a.name, b.name))

function ChannelForm({ ids, close, after }: { ids: Ids; close: () => void; after: () => void }) {
  const chosen = useSignal<Ids>([])
  const tells = useSignal(ids.length <= 10)
  const all = pickableChannels()
  const run = async () => {
    const names = all.filter(({ id }) => chosen.value.includes(id)).map(({ name }) => name)
    for (const some of parts(ids))
      await api.call(subscribeToChannels, {
        subscriptions: names.map((name) => ({ name })),
        principals: [...some] as UserId[],
        send_new_subscription_messages: tells.value,
      })
    toast(p.wasAdded(namesOf(ids), list(names.map((name) => `#${name}`))))
    after()
  }
  return (
    <Form submit={p.add} isDisabled={chosen.value.length === 0} close={close} run={run}>
      <p dir="auto">{namesOf(ids)}</p>
      <PickList label={p.whichChannels} filterLabel={p.findChannel} items={all} chosen={chosen} />
      <label class="pick">
        <input
          type="checkbox"
          checked={tells.value}
          onChange={({ currentTarget }) => (tells.value = currentTarget.checked)}
        />
        {p.notifyThem}
      </label>
    </Form>
  )
}

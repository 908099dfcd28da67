import { useSignal } from '@preact/signals'
import { asUserId } from '#contract'
import { muteUser, unmuteUser } from '../../../src/features/messages/mutes/users/api.ts'
import { PeopleField } from '../../channel-browser/people-field.tsx'
import { AddForm } from '../../controls/add-form.tsx'
import { dayOf } from '../../controls/day.ts'
import { ListOf } from '../../controls/list-of.tsx'
import { Avatar } from '../../entities/avatar.tsx'
import { part } from '../../store/connection.ts'
import { nameOf, ownId } from '../../store/people.ts'
import { nameOrder } from '../../texts/locale.ts'
import { ownPages } from '../../texts/own-pages.ts'
import { api } from '../../transport/api.ts'

const { mutedUsers: t } = ownPages
const muted = part<{ id: number; timestamp: number }[]>('muted_users')

export function MutedUsers() {
  const chosen = useSignal<readonly number[]>([])
  const all = (muted.value ?? []).toSorted((a, b) => nameOrder.compare(nameOf(a.id), nameOf(b.id)))
  return (
    <>
      <p class="lead">{t.lead}</p>
      <AddForm
        submit={t.add}
        isDisabled={chosen.value.length === 0}
        run={async () => {
          // one by one, so that people already muted leave the field if a later request fails
          for (const id of chosen.peek()) {
            await api.call(muteUser, { muted_user_id: asUserId(id) })
            chosen.value = chosen.peek().filter((each) => each !== id)
          }
        }}
      >
        <PeopleField
          label={t.field}
          chosen={chosen}
          isOffered={(id) => id !== ownId.value && !all.some((one) => one.id === id)}
        />
      </AddForm>
      <ListOf
        items={all}
        keyOf={({ id }) => id}
        nameOf={({ id }) => nameOf(id)}
        label={t.list}
        empty={t.none}
        remove={({ id }) => api.call(unmuteUser, { muted_user_id: asUserId(id) })}
      >
        {({ id, timestamp }) => (
          <span class="muted-user">
            <Avatar userId={id} size={28} />
            <span dir="auto">{nameOf(id)}</span>
            <span class="soft">{t.since(dayOf(timestamp))}</span>
          </span>
        )}
      </ListOf>
    </>
  )
}

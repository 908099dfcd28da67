import { useSignal } from '@preact/signals'
import {
  changeDefaultChannelGroup,
  createDefaultChannelGroup,
  type DefaultChannelGroup,
  maxGroupDescriptionLength,
  maxGroupNameLength,
  updateDefaultChannelGroup,
} from '../../../src/features/channels/channels/default-groups/api.ts'
import { ListOf } from '../../controls/list-of.tsx'
import { openDialog } from '../../parts/dialog.tsx'
import { channel } from '../../store/channels.ts'
import { part } from '../../store/connection.ts'
import { o } from '../../texts/organization.ts'
import { api } from '../../transport/api.ts'
import { ChannelSelect } from './channel-select.tsx'
import { EntryForm } from './entry-form.tsx'

const groups = part<readonly DefaultChannelGroup[]>('realm_default_stream_groups')
const defaults = part<readonly number[]>('realm_default_streams')

export function openChannelGroupForm(id?: number): void {
  const one = groups.peek()?.find((group) => group.id === id)
  void openDialog({ title: one ? o.editChannelGroup : o.addChannelGroup }, (close) => (
    <ChannelGroupForm one={one} close={close} />
  ))
}

const nameOf = (id: number): string => channel(id)?.name ?? ''

function ChannelGroupForm({ one, close }: { one: DefaultChannelGroup | undefined; close(): void }) {
  const name = useSignal(one?.name ?? '')
  const description = useSignal(one?.description ?? '')
  const ids = useSignal<readonly number[]>(one?.streams ?? [])
  return (
    <EntryForm
      submit={one ? o.save : o.add}
      close={close}
      fields={[
        { name: 'group_name', words: o.groupName, value: name, most: maxGroupNameLength },
        {
          name: 'description',
          words: o.groupDescription,
          value: description,
          most: maxGroupDescriptionLength,
          isOptional: true,
        },
      ]}
      run={async () => {
        const [wanted, said] = [name.value.trim(), description.value.trim()]
        if (!one) {
          const stream_names = ids.value.map(nameOf)
          return api.call(createDefaultChannelGroup, { group_name: wanted, description: said, stream_names })
        }
        const group_id = one.id
        if (wanted !== one.name || said !== one.description)
          await api.call(updateDefaultChannelGroup, { group_id, new_group_name: wanted, new_description: said })
        // compare with the current channels: they may have been changed elsewhere
        const now = groups.peek()?.find(({ id }) => id === group_id)?.streams ?? one.streams
        const added = ids.value.filter((id) => !one.streams.includes(id) && !now.includes(id))
        const removed = one.streams.filter((id) => !ids.value.includes(id) && now.includes(id))
        for (const [op, some] of [
          ['add', added],
          ['remove', removed],
        ] as const)
          if (some.length > 0)
            await api.call(changeDefaultChannelGroup, { group_id, op, stream_names: some.map(nameOf) })
      }}
    >
      <fieldset class="entry-field">
        <legend>{o.channelsOfGroup.label}</legend>
        <p class="soft small">{o.channelsOfGroup.help}</p>
        <ListOf
          items={ids.value}
          keyOf={(id) => id}
          nameOf={nameOf}
          label={o.channelsOfGroup.label}
          empty={o.nothingInIt}
          remove={async (id) => {
            ids.value = ids.value.filter((other) => other !== id)
          }}
        >
          {(id) => <span dir="auto">#{nameOf(id)}</span>}
        </ListOf>
        <ChannelSelect
          label={o.addChannel}
          fits={({ stream_id, invite_only }) =>
            !invite_only && !ids.value.includes(stream_id) && !defaults.value?.includes(stream_id)
          }
          choose={(id) => (ids.value = [...ids.value, id])}
        />
      </fieldset>
    </EntryForm>
  )
}

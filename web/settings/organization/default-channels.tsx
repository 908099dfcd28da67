import { list } from 'messages:format'
import { useSignal } from '@preact/signals'
import { isGuest, roles } from '#contract'
import { addDefaultChannel, removeDefaultChannel } from '../../../src/features/channels/channels/api.ts'
import {
  type DefaultChannelGroup,
  deleteDefaultChannelGroup,
} from '../../../src/features/channels/channels/default-groups/api.ts'
import { ListOf } from '../../controls/list-of.tsx'
import { LockedNote } from '../../controls/locked-note.tsx'
import { SettingGroup } from '../../controls/setting.tsx'
import { Icon } from '../../parts/icon.tsx'
import { IconButton } from '../../parts/icon-button.tsx'
import { reasonOf } from '../../parts/refusal.ts'
import { channel } from '../../store/channels.ts'
import { part } from '../../store/connection.ts'
import { ownId, person } from '../../store/people.ts'
import { o } from '../../texts/organization.ts'
import { api } from '../../transport/api.ts'
import { openChannelGroupForm } from './channel-group-form.tsx'
import { ChannelSelect } from './channel-select.tsx'
import { lockedFor } from './own-rank.ts'
import './organization.css'
import { nameOrder } from '../../texts/locale.ts'

const defaults = part<readonly number[]>('realm_default_streams')
const groups = part<readonly DefaultChannelGroup[]>('realm_default_stream_groups')

export function DefaultChannels() {
  const locked = lockedFor('administrator')
  return (
    <>
      <LockedNote locked={locked} />
      <Everyone locked={locked} />
      {/* guests can't use default channel groups */}
      {!isGuest(person(ownId.value) ?? { role: roles.member }) && <Sets locked={locked} />}
    </>
  )
}

const nameOfChannel = (id: number): string => {
  const name = channel(id)?.name
  return name === undefined ? o.hiddenChannel : `#${name}`
}

function Everyone({ locked }: { locked: string | undefined }) {
  const problem = useSignal('')
  const ids = defaults.value ?? []
  const add = (id: number) => {
    problem.value = ''
    api.call(addDefaultChannel, { stream_id: id as never }).catch((refusal: unknown) => {
      problem.value = reasonOf(refusal)
    })
  }
  return (
    <SettingGroup title={o.defaultChannels} help={o.defaultChannelsMore}>
      <ListOf
        items={[...ids].sort((a, b) => nameOrder.compare(nameOfChannel(a), nameOfChannel(b)))}
        keyOf={(id) => id}
        nameOf={nameOfChannel}
        label={o.defaultChannels}
        empty={o.noDefaultChannels}
        remove={locked ? undefined : (id) => api.call(removeDefaultChannel, { stream_id: id as never })}
      >
        {(id) => <span dir="auto">{nameOfChannel(id)}</span>}
      </ListOf>
      {!locked && (
        <ChannelSelect
          label={o.addChannel}
          fits={(one) => !one.invite_only && !ids.includes(one.stream_id)}
          choose={add}
        />
      )}
      {problem.value !== '' && (
        <p class="setting-problem" role="alert">
          {problem.value}
        </p>
      )}
    </SettingGroup>
  )
}

function Sets({ locked }: { locked: string | undefined }) {
  return (
    <SettingGroup id="sets" title={o.channelGroups} help={o.channelGroupsMore}>
      <ListOf
        items={groups.value ?? []}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        label={o.channelGroups}
        empty={o.noChannelGroups}
        buttons={(one) =>
          !locked && (
            <IconButton label={o.edit(one.name)} run={() => openChannelGroupForm(one.id)}>
              <Icon name="pen" />
            </IconButton>
          )
        }
        remove={locked ? undefined : ({ id }) => api.call(deleteDefaultChannelGroup, { group_id: id })}
      >
        {({ name, description, streams }) => (
          <>
            <span dir="auto">
              {name} {description !== '' && <span class="soft">· {description}</span>}
            </span>
            <span class="soft small" dir="auto">
              {streams.length === 0 ? o.nothingInIt : list(streams.map(nameOfChannel))}
            </span>
          </>
        )}
      </ListOf>
      {!locked && (
        <button type="button" class="button add" onClick={() => openChannelGroupForm()}>
          {o.addChannelGroup}
        </button>
      )}
    </SettingGroup>
  )
}

import { canInChannel, canInGroup, canRead } from '../../permissions/rights.ts'
import { a } from '../../texts/automations.ts'
import { ChannelField } from './channel-field.tsx'
import { GroupField } from './group-field.tsx'
import type { Step } from './steps.ts'

interface Props<K extends Step['kind']> {
  readonly step: Extract<Step, { kind: K }>
  change(step: Step): void
}

const Help = () => <p class="soft small">{a.membershipHelp}</p>

/** Offers channels where the user can add or remove people. */
export function ChannelMembership({ step, change }: Props<'add_to_channel' | 'remove_from_channel'>) {
  const permission = step.kind === 'add_to_channel' ? 'addPeople' : 'removePeople'
  return (
    <>
      <ChannelField
        label={a.channel}
        chosen={step.stream_id}
        isOffered={(channel) => canRead(channel) && canInChannel(permission, channel)}
        choose={(stream_id) => change({ ...step, stream_id })}
      />
      <Help />
    </>
  )
}

/** Offers groups where the user can add or remove people. */
export function GroupMembership({ step, change }: Props<'add_to_group' | 'remove_from_group'>) {
  const permission = step.kind === 'add_to_group' ? 'addMembers' : 'removeMembers'
  return (
    <>
      <GroupField
        chosen={step.group_id}
        isOffered={(group) => canInGroup(permission, group)}
        choose={(group_id) => change({ ...step, group_id })}
      />
      <Help />
    </>
  )
}

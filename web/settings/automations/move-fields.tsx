import { maxTopicLength } from '../../../src/features/channels/channels/limits.ts'
import { canPost } from '../../permissions/topic-rights.ts'
import { channels } from '../../store/channels.ts'
import { a } from '../../texts/automations.ts'
import { nameOrder } from '../../texts/locale.ts'
import { Field } from './field.tsx'
import type { Step } from './steps.ts'
import { TextInput } from './text-input.tsx'

interface Props {
  readonly step: Extract<Step, { kind: 'move' }>
  /** The automation's channel; null for the organization. */
  readonly scope: number | null
  change(step: Step): void
}

export function MoveFields({ step, scope, change }: Props) {
  const { what, stream_id, topic } = step
  return (
    <>
      <Field label={a.moved}>
        {(attributes) => (
          <select
            {...attributes}
            value={what}
            onChange={({ currentTarget: { value } }) =>
              change({ ...step, what: value === 'message' ? 'message' : 'topic' })
            }
          >
            <option value="topic">{a.movedWhat.topic}</option>
            <option value="message">{a.movedWhat.message}</option>
          </select>
        )}
      </Field>
      <div class="automation-line">
        {scope === null && <Destination chosen={stream_id} choose={(id) => change({ ...step, stream_id: id })} />}
        <TextInput
          label={a.newTopic}
          {...(stream_id === null ? {} : { help: a.newTopicHelp })}
          grows
          maxLength={maxTopicLength}
          value={topic ?? ''}
          change={(value) => change({ ...step, topic: value === '' ? null : value })}
        />
      </div>
    </>
  )
}

interface DestinationProps {
  /** Null to stay in the channel. */
  readonly chosen: number | null
  choose(channelId: number | null): void
}

function Destination({ chosen, choose }: DestinationProps) {
  const options = [...channels.value.values()]
    .filter((channel) => channel.stream_id === chosen || (!channel.is_archived && canPost(channel)))
    .sort((channel, other) => nameOrder.compare(channel.name, other.name))
  const isKnown = chosen === null || options.some(({ stream_id }) => stream_id === chosen)
  return (
    <Field label={a.channel} grows>
      {(attributes) => (
        <select
          {...attributes}
          value={chosen ?? ''}
          onChange={({ currentTarget: { value } }) => choose(value === '' ? null : Number(value))}
        >
          <option value="">{a.sameChannel}</option>
          {!isKnown && <option value={chosen}>{a.hiddenChannel}</option>}
          {options.map(({ stream_id, name }) => (
            <option key={stream_id} value={stream_id}>
              #{name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

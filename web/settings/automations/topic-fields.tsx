import { maxTopicLength } from '../../../src/features/channels/channels/limits.ts'
import { a } from '../../texts/automations.ts'
import { ChannelField } from './channel-field.tsx'
import { TextInput } from './text-input.tsx'

interface Props {
  readonly channelId: number
  readonly topic: string
  /** The automation's channel; null for the organization. */
  readonly scope: number | null
  change(changes: { stream_id?: number; topic?: string }): void
}

/** A channel, unless the automation belongs to one, and a topic. */
export const TopicFields = ({ channelId, topic, scope, change }: Props) => (
  <div class="automation-line">
    {scope === null && (
      <ChannelField label={a.channel} chosen={channelId} choose={(stream_id) => change({ stream_id })} />
    )}
    <TextInput
      label={a.topic}
      grows
      maxLength={maxTopicLength}
      value={topic}
      change={(value) => change({ topic: value })}
    />
  </div>
)

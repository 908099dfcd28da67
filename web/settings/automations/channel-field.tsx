import { canPost } from '../../permissions/topic-rights.ts'
import { type Channel, channels } from '../../store/channels.ts'
import { a } from '../../texts/automations.ts'
import { nameOrder } from '../../texts/locale.ts'
import { Field } from './field.tsx'
import { noChannel } from './steps.ts'

interface Props {
  readonly label: string
  readonly chosen: number
  /** By default, channels that the user can post in. */
  isOffered?(channel: Channel): boolean
  choose(channelId: number): void
}

export function ChannelField({ label, chosen, isOffered = canPost, choose }: Props) {
  const fitting = [...channels.value.values()]
    .filter((channel) => channel.stream_id === chosen || (!channel.is_archived && isOffered(channel)))
    .sort((channel, other) => nameOrder.compare(channel.name, other.name))
  const isKnown = fitting.some(({ stream_id }) => stream_id === chosen)
  return (
    <Field label={label} grows>
      {(attributes) => (
        <select {...attributes} value={chosen} onChange={({ currentTarget }) => choose(Number(currentTarget.value))}>
          {!isKnown && <option value={chosen}>{chosen === noChannel ? a.chooseChannel : a.hiddenChannel}</option>}
          {fitting.map(({ stream_id, name }) => (
            <option key={stream_id} value={stream_id}>
              #{name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

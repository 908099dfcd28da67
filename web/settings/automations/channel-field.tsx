import { canPost } from '../../permissions/topic-rights.ts'
import { channels } from '../../store/channels.ts'
import { a } from '../../texts/automations.ts'
import { nameOrder } from '../../texts/locale.ts'
import { Field } from './field.tsx'
import { noChannel } from './steps.ts'

interface Props {
  readonly label: string
  readonly chosen: number
  choose(channelId: number): void
}

/** A channel that the user can post in. */
export function ChannelField({ label, chosen, choose }: Props) {
  const fitting = [...channels.value.values()]
    .filter((one) => one.stream_id === chosen || (!one.is_archived && canPost(one)))
    .sort((one, other) => nameOrder.compare(one.name, other.name))
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

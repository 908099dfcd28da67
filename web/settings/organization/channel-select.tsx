import { useSignal } from '@preact/signals'
import { useUniqueId } from '../../parts/unique-id.ts'
import { type Channel, channels } from '../../store/channels.ts'
import { nameOrder } from '../../texts/locale.ts'
import { o } from '../../texts/organization.ts'

interface Props {
  readonly label: string
  readonly fits: (one: Channel) => boolean
  choose(channelId: number): void
}

export function ChannelSelect({ label, fits, choose }: Props) {
  const id = useUniqueId()
  const chosen = useSignal('')
  const fitting = [...channels.value.values()]
    .filter((one) => !one.is_archived && fits(one))
    .sort((a, b) => nameOrder.compare(a.name, b.name))
  const isThere = fitting.some(({ stream_id }) => String(stream_id) === chosen.value)
  return (
    <div class="add-line">
      <label class="visually-hidden" for={id}>
        {label}
      </label>
      <select
        id={id}
        value={isThere ? chosen.value : ''}
        onChange={({ currentTarget }) => (chosen.value = currentTarget.value)}
      >
        <option value="">{o.chooseChannel}</option>
        {fitting.map(({ stream_id, name }) => (
          <option key={stream_id} value={String(stream_id)}>
            #{name}
          </option>
        ))}
      </select>
      <button
        type="button"
        class="button"
        disabled={!isThere}
        onClick={() => {
          choose(Number(chosen.value))
          chosen.value = ''
        }}
      >
        {label}
      </button>
    </div>
  )
}

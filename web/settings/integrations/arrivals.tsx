import { useLayoutEffect, useRef } from 'preact/hooks'
import type { UserId } from '#contract'
import { getMessages } from '../../../src/features/messages/messages/api/fetch.ts'
import type { Message } from '../../../src/features/messages/messages/wire.ts'
import { setContent } from '../../content/content.ts'
import { timeOf } from '../../controls/day.ts'
import { useLoaded } from '../../controls/loaded.ts'
import { Loading } from '../../controls/loading.tsx'
import { conversationOfMessage, narrowOf } from '../../narrow/narrow.ts'
import { hrefOfNarrow } from '../../navigation/route.ts'
import { channel } from '../../store/channels.ts'
import { ownId } from '../../store/people.ts'
import { i } from '../../texts/integrations.ts'
import { r } from '../../texts/running.ts'
import { api } from '../../transport/api.ts'

const shown = 3
const pollMs = 5_000

export const useArrivals = (bot_id: UserId) =>
  useLoaded(
    async () => {
      const narrow = [{ operator: 'sender', operand: bot_id }]
      const params = { anchor: 'newest', num_before: shown, num_after: 0, narrow, allow_empty_topic_name: true }
      return ((await api.call(getMessages, params)).messages as Message[]).toReversed()
    },
    { types: ['message', 'delete_message', 'update_message'], everyMs: () => pollMs },
  )

interface Props {
  readonly arrivals: ReturnType<typeof useArrivals>
  readonly tool: string
}

/** The bot's latest messages, newest first, as they arrive. */
export const Arrivals = ({ arrivals: { value, problem }, tool }: Props) => {
  if (!value) return <Loading problem={problem} label={r.loading} />
  const [newest] = value
  return (
    <>
      <p class="visually-hidden" role="status">
        {newest ? i.newest(placeOf(newest), timeOf(newest.timestamp)) : ''}
      </p>
      {newest ? (
        <ul class="arrivals" aria-label={i.latest}>
          {value.map((one) => (
            <Arrival key={one.id} one={one} />
          ))}
        </ul>
      ) : (
        <p class="soft list-empty">{i.noMessages(tool)}</p>
      )}
    </>
  )
}

const placeOf = ({ stream_id, subject }: Message): string =>
  stream_id ? `#${channel(stream_id)?.name ?? ''} › ${subject}` : i.directMessage

function Arrival({ one }: { one: Message }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (place.current) setContent(place.current, one.content)
  }, [one.content])
  return (
    <li class="arrival">
      <p class="arrival-head small">
        <b dir="auto">{placeOf(one)}</b>
        <span class="soft">{timeOf(one.timestamp)}</span>
        <a href={hrefOfNarrow(narrowOf(conversationOfMessage(one, ownId.value)), one.id)}>{i.viewMessage}</a>
      </p>
      <div class="content" dir="auto" ref={place} />
    </li>
  )
}

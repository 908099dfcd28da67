import '../pins/pins.css'
import './channel-files.css'
import { useComputed, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { getMessages } from '../../src/features/messages/messages/api/fetch.ts'
import type { Message } from '../../src/features/messages/messages/wire.ts'
import { prepareContent } from '../content/content.ts'
import { filesOf } from '../content/files.ts'
import { SharedFile } from '../content/shared-file.tsx'
import { topicName } from '../entities/place.tsx'
import { channelNarrow, topicNarrow } from '../narrow/narrow.ts'
import { hrefOfNarrow, route } from '../navigation/route.ts'
import { Icon } from '../parts/icon.tsx'
import { reasonOf } from '../parts/refusal.ts'
import { PinnedList, usePinned } from '../pins/pinned.tsx'
import { nameOf } from '../store/people.ts'
import { pinnedTopicsIn } from '../store/pins.ts'
import { t as main } from '../texts/index.ts'
import { locale } from '../texts/locale.ts'
import { p as pinTexts } from '../texts/pins.ts'
import { p } from '../texts/places.ts'
import { api } from '../transport/api.ts'

const atOnce = 50
const dayFormat = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' })
const topicOf = (one: Message) => topicNarrow(one.stream_id as number, one.subject)

/** Pinned topics and messages of the channel that's open, and the files that people have shared in it. */
export function ChannelFiles() {
  const { value } = route
  return value.view === 'channel' ? (
    <div class="channel-files">
      <Pinned key={`pins ${value.channelId}`} channelId={value.channelId} />
      <Files key={`files ${value.channelId}`} channelId={value.channelId} />
    </div>
  ) : null
}

function Pinned({ channelId }: { channelId: number }) {
  const messages = usePinned(channelNarrow(channelId)).value
  const topics = pinnedTopicsIn(channelId)
  return (
    <section aria-label={p.pinned}>
      <h2>{p.pinned}</h2>
      {topics.length > 0 && (
        <ul class="pinned-topics" aria-label={p.pinnedTopics}>
          {topics.map((name) => (
            <li key={name}>
              <a class="plain" dir="auto" href={hrefOfNarrow(topicNarrow(channelId, name))}>
                <Icon name="pin" size={14} /> {topicName(name)}
              </a>
            </li>
          ))}
        </ul>
      )}
      {messages && messages.length > 0 && <PinnedList messages={messages} narrowOf={topicOf} />}
      {messages?.length === 0 && topics.length === 0 && <p class="soft">{p.nothingPinned}</p>}
      {messages === undefined && <p class="soft">{main.loadingMessages}</p>}
      <span class="visually-hidden" role="status">
        {messages && messages.length > 0 ? pinTexts.pinned(messages.length) : ''}
      </span>
    </section>
  )
}

function Files({ channelId }: { channelId: number }) {
  /** Newest first; undefined until the first ones are loaded. */
  const messages = useSignal<readonly Message[] | undefined>(undefined)
  const isAll = useSignal(false)
  const isBusy = useSignal(false)
  const problem = useSignal('')
  const load = async () => {
    if (isBusy.peek()) return
    isBusy.value = true
    problem.value = ''
    const known = messages.peek() ?? []
    const oldest = known.at(-1)?.id
    try {
      const [{ messages: found, found_oldest }] = await Promise.all([
        api.call(getMessages, {
          anchor: oldest === undefined ? 'newest' : String(oldest),
          include_anchor: oldest === undefined,
          num_before: atOnce,
          num_after: 0,
          narrow: [...channelNarrow(channelId), { operator: 'has', operand: 'attachment' }],
          client_gravatar: false,
          allow_empty_topic_name: true,
        }),
        prepareContent(),
      ])
      messages.value = [...known, ...(found as Message[]).toReversed()]
      isAll.value = found_oldest
    } catch (reason) {
      problem.value = reasonOf(reason)
    } finally {
      isBusy.value = false
    }
  }
  useEffect(() => void load(), [])
  const files = useComputed(() => messages.value?.flatMap((one) => filesOf(one).map((file) => ({ file, one }))))
  return (
    <section aria-label={p.files}>
      <h2>{p.files}</h2>
      {files.value?.length === 0 && isAll.value && <p class="soft">{p.noFiles}</p>}
      <ul class="shared-files" aria-busy={isBusy.value}>
        {files.value?.map(({ file, one }) => (
          <li key={`${one.id} ${file.href}`}>
            <SharedFile
              file={file}
              detail={[
                nameOf(one.sender_id) || one.sender_full_name,
                dayFormat.format(new Date(one.timestamp * 1000)),
              ].join(main.separator)}
            />
            <a
              class="button quiet"
              href={hrefOfNarrow(topicOf(one), one.id)}
              aria-label={`${p.goToMessage}: ${file.name}`}
            >
              {p.goToMessage}
            </a>
          </li>
        ))}
      </ul>
      {problem.value !== '' && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
      {messages.value === undefined && problem.value === '' && <p class="soft">{main.loadingMessages}</p>}
      {(problem.value !== '' || (messages.value !== undefined && !isAll.value)) && (
        <button type="button" class="button" disabled={isBusy.value} onClick={() => void load()}>
          {problem.value === '' ? p.olderFiles : main.tryAgain}
        </button>
      )}
    </section>
  )
}

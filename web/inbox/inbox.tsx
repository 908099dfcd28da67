import { memo } from 'preact/compat'
import { hrefOfNarrow } from '../app/route.ts'
import { channelNarrow, narrowOf, topicNarrow } from '../narrow/narrow.ts'
import { ChannelIcon, peopleNames, TopicName } from '../parts/place.tsx'
import { channel } from '../store/channels.ts'
import { directUnread, unreadTopics } from '../store/unread.ts'
import { t } from '../texts/index.ts'

interface TopicProps {
  readonly channelId: number
  readonly topic: string
  readonly count: number
  readonly isMentioned: boolean
}

/** Drawn anew only where its own count changes: there may be thousands. */
const TopicEntry = memo(({ channelId, topic, count, isMentioned }: TopicProps) => (
  <li>
    <a class="entry" href={hrefOfNarrow(topicNarrow(channelId, topic))}>
      <span class="name" dir="auto">
        <TopicName topic={topic} />
      </span>
      <span class="count">
        {isMentioned && <span class="mention">@</span>}
        <b>{count}</b>
      </span>
    </a>
  </li>
))

/** What is unread, by conversation: direct messages first, then channels. */
export function Inbox() {
  const directs = [...directUnread.value].filter(([, { ids }]) => ids.length > 0)
  const channels = [...unreadTopics.value]
    .map(([id, topics]) => ({ one: channel(id), id, topics: topics.filter(({ isMuted }) => !isMuted) }))
    .filter(({ topics }) => topics.length > 0)
    .sort((a, b) => (a.one?.name ?? '').localeCompare(b.one?.name ?? ''))
  if (directs.length + channels.length === 0)
    return (
      <div class="inbox empty" id="messages" tabIndex={-1}>
        <p class="lead">{t.allRead}</p>
        <p>{t.allReadMore}</p>
      </div>
    )
  return (
    <div class="inbox" id="messages" tabIndex={-1}>
      {directs.length > 0 && (
        <section aria-labelledby="inbox-directs">
          <h2 id="inbox-directs">{t.directMessages}</h2>
          <ul>
            {directs.map(([key, { conversation, ids }]) => (
              <li key={key}>
                <a class="entry" href={hrefOfNarrow(narrowOf(conversation))}>
                  <span class="name">{conversation.kind === 'direct' && peopleNames(conversation.userIds)}</span>
                  <span class="count">
                    <b>{ids.length}</b>
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      {channels.map(({ id, one, topics }) => (
        <section key={id} aria-labelledby={`inbox-${id}`} style={{ '--channel': one?.color ?? 'var(--soft)' }}>
          <h2 id={`inbox-${id}`}>
            <a href={hrefOfNarrow(channelNarrow(id))}>
              <span class="channel-mark">
                <ChannelIcon id={id} />
              </span>
              {one?.name}
            </a>
          </h2>
          <ul>
            {topics.map(({ topic, ids, isMentioned }) => (
              <TopicEntry key={topic} channelId={id} topic={topic} count={ids.length} isMentioned={isMentioned} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

import { computed } from '@preact/signals'
import { dismissQuietDigest } from '../../src/features/people/quiet-times/api.ts'
import { type DigestKind, digestKinds, type QuietDigest } from '../../src/features/people/quiet-times/wire.ts'
import { placeName } from '../entities/place.tsx'
import { type Conversation, conversationKey, type Narrow, narrowOf } from '../narrow/narrow.ts'
import { hrefOfNarrow } from '../navigation/route.ts'
import { showRefusal } from '../parts/refusal.ts'
import { part } from '../store/connection.ts'
import { directUnread, unreadTopics } from '../store/unread.ts'
import { t } from '../texts/quiet.ts'
import { api } from '../transport/api.ts'

const digest = part<QuietDigest | null | undefined>('quiet_digest')
/** How many conversations are listed: the inbox has all. */
const maxNamed = 12

interface News {
  readonly conversation: Conversation
  readonly ids: readonly number[]
}

/** Unread messages from the last quiet period, by conversation, oldest first. */
const news = computed<readonly News[]>(() => {
  const all = new Set(digest.value ? digestKinds.flatMap((kind) => digest.value?.[kind] ?? []) : [])
  if (all.size === 0) return []
  const unread: News[] = [
    ...directUnread.value.values(),
    ...[...unreadTopics.value].flatMap(([channelId, topics]) =>
      topics.map(({ topic, ids }) => ({ conversation: { kind: 'topic' as const, channelId, topic }, ids })),
    ),
  ]
  return unread
    .map(({ conversation, ids }) => ({ conversation, ids: ids.filter((id) => all.has(id)) }))
    .filter(({ ids }) => ids.length > 0)
    .sort((a, b) => (a.ids[0] ?? 0) - (b.ids[0] ?? 0))
})

const views: Partial<Record<DigestKind, Narrow>> = {
  direct_messages: [{ operator: 'is', operand: 'dm' }],
  mentions: [{ operator: 'is', operand: 'mentioned' }],
  followed_topics: [{ operator: 'is', operand: 'followed' }],
}

const dismiss = () => void api.call(dismissQuietDigest, {}).catch(showRefusal)

/** A digest of the last quiet period, while some of its messages are unread. */
export function Digest() {
  const conversations = news.value
  if (conversations.length === 0) return null
  const unread = new Set(conversations.flatMap(({ ids }) => ids))
  const counts = digestKinds
    .map((kind) => ({ kind, count: (digest.value?.[kind] ?? []).filter((id) => unread.has(id)).length }))
    .filter(({ count }) => count > 0)
  return (
    <section class="quiet-digest" aria-labelledby="quiet-digest">
      <div class="quiet-digest-head">
        <h2 id="quiet-digest">{t.digest}</h2>
        <ul>
          {counts.map(({ kind, count }) => {
            const view = views[kind]
            const text = t.digestKinds[kind](count)
            return <li key={kind}>{view ? <a href={hrefOfNarrow(view)}>{text}</a> : text}</li>
          })}
        </ul>
        <span class="quiet-digest-actions">
          <a class="button" href="#catch-up">
            {t.catchUp}
          </a>
          <button type="button" class="plain" onClick={dismiss}>
            {t.dismiss}
          </button>
        </span>
      </div>
      <details>
        <summary>{t.digestConversations(conversations.length)}</summary>
        <ul>
          {conversations.slice(0, maxNamed).map(({ conversation, ids }) => (
            <li key={conversationKey(conversation)}>
              <a class="entry" href={hrefOfNarrow(narrowOf(conversation))}>
                <span class="name" dir="auto">
                  {placeName(conversation)}
                </span>
                <span class="soft">{t.newIn(ids.length)}</span>
              </a>
            </li>
          ))}
        </ul>
      </details>
    </section>
  )
}

import {
  getHeldMessages,
  rejectHeldMessage,
  releaseHeldMessage,
} from '../../../src/features/messages/messages/held-messages/api.ts'
import { maxListed, maxRejectReasonLength } from '../../../src/features/messages/messages/held-messages/limits.ts'
import type { HeldMessage } from '../../../src/features/messages/messages/held-messages/wire.ts'
import { withFileNames } from '../../content/file-names.ts'
import { timeOf } from '../../controls/day.ts'
import { topicName } from '../../entities/place.tsx'
import { channel } from '../../store/channels.ts'
import { nameOf } from '../../store/people.ts'
import { h } from '../../texts/held.ts'
import { r } from '../../texts/running.ts'
import { api } from '../../transport/api.ts'
import { Quoted, ReviewQueue } from './review-queue.tsx'
import { ReviewedFiles } from './reviewed-files.tsx'

async function fetchPage(limit: number) {
  const { held_messages: items, has_more } = await api.call(getHeldMessages, { limit })
  return { items, has_more }
}

export const HeldMessages = () => (
  <ReviewQueue<HeldMessage>
    texts={{
      ...{ lead: r.help.held, list: r.held, loading: h.loading, empty: h.none, approve: h.release, decline: h.reject },
      approveLabel: ({ user_id }) => h.releaseOf(nameOf(user_id)),
      declineLabel: ({ user_id }) => h.rejectOf(nameOf(user_id)),
    }}
    types={['held_message']}
    maxItems={maxListed}
    fetchPage={fetchPage}
    details={(message) => <Details message={message} />}
    approve={({ id }) => api.call(releaseHeldMessage, { held_id: id })}
    decline={{
      ...{ title: h.rejectTitle, submit: h.rejectSubmit },
      quote: ({ content }) => content,
      message: { label: h.reason, maxLength: maxRejectReasonLength, help: () => h.reasonMore },
      run: ({ id }, reason) => api.call(rejectHeldMessage, { held_id: id, reason }),
    }}
  />
)

const causeOf = ({ rule_name, is_first }: HeldMessage): string =>
  [rule_name === null ? '' : h.byRule(rule_name), is_first ? h.isFirst : ''].filter(Boolean).join(' · ')

const Details = ({ message }: { message: HeldMessage }) => {
  const { user_id, stream_id, topic, held_at, content, files } = message
  const cause = causeOf(message)
  return (
    <>
      <a class="name" dir="auto" href={`#user/${user_id}`}>
        {nameOf(user_id)}
      </a>
      <span class="soft small" dir="auto">
        #{channel(stream_id)?.name ?? ''} › {topicName(topic)} · {timeOf(held_at)}
      </span>
      {cause && (
        <span class="small" dir="auto">
          {cause}
        </span>
      )}
      <Quoted text={withFileNames(content)} />
      <ReviewedFiles files={files} />
    </>
  )
}

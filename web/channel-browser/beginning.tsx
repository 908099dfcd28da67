import './beginning.css'
import '../parts/dialog.css'
import { Description } from '../content/description.tsx'
import { topicName } from '../entities/place.tsx'
import { type Conversation, conversationOf, resolvedPrefix, wholeChannelOf } from '../narrow/narrow.ts'
import { hrefOf, narrow } from '../navigation/route.ts'
import { later } from '../parts/later.tsx'
import { canAddPeople } from '../permissions/channel-rights.ts'
import { isAdministering } from '../permissions/rights.ts'
import { type Channel, channel } from '../store/channels.ts'
import { listOf } from '../store/lists.ts'
import { message } from '../store/messages.ts'
import { nameOf, ownId } from '../store/people.ts'
import { p } from '../texts/places.ts'
import { beginChannel, canBegin, SuggestedPeople } from './empty-channel.tsx'

const FirstSteps = later(() => import('./first-steps.tsx').then((views) => views.FirstSteps), null)

/** What comes before the first message of the channel or conversation that's open. */
export function Beginning() {
  const conversation = narrow.value && conversationOf(narrow.value)
  if (conversation)
    return (
      <>
        {isAdministering() && isSample(conversation) && <FirstSteps />}
        <p class="lead">{sentence(conversation)}</p>
      </>
    )
  const id = narrow.value && wholeChannelOf(narrow.value)
  const one = id === undefined ? undefined : channel(id)
  return one ? <Welcome one={one} /> : null
}

/** Whether the topic begins with a sample message; the Welcome Bot writes nothing else in channels. */
function isSample(conversation: Conversation): boolean {
  if (conversation.kind !== 'topic' || !narrow.value) return false
  const [first = 0] = listOf(narrow.value).shown.value.ids
  return message(first)?.sender_email.startsWith('welcome-bot@') ?? false
}

function sentence(conversation: Conversation): string {
  if (conversation.kind === 'topic') {
    const { topic } = conversation
    return p.topicBegins(topicName(topic.startsWith(resolvedPrefix) ? topic.slice(resolvedPrefix.length) : topic))
  }
  const { userIds } = conversation
  return userIds.length === 1 && userIds[0] === ownId.value
    ? p.ownBegins
    : p.directBegins(userIds.map(nameOf).filter(Boolean))
}

const openAddPeople = async (id: number) => (await import('./add-people.tsx')).openAddPeople(id)

const isEmpty = ({ first_message_id }: Channel): boolean => first_message_id === null

const Welcome = ({ one }: { one: Channel }) => (
  <>
    <h2 class="lead">{p.welcomeTo(one.name)}</h2>
    {one.description !== '' && <Description one={one} />}
    <p class="beginning-actions">
      {isEmpty(one) && canBegin(one) && (
        <button type="button" class="button primary" onClick={() => beginChannel(one)}>
          {p.firstMessage}
        </button>
      )}
      {canAddPeople(one) && (
        <button type="button" class="button" onClick={() => void openAddPeople(one.stream_id)}>
          {p.addPeople}
        </button>
      )}
      <a class="plain" href={hrefOf({ view: 'channel', channelId: one.stream_id, tab: 'general' })}>
        {p.about}
      </a>
    </p>
    {isEmpty(one) && <SuggestedPeople one={one} />}
  </>
)

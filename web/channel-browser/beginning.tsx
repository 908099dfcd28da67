import './beginning.css'
import '../parts/dialog.css'
import { topicName } from '../entities/place.tsx'
import { type Conversation, conversationOf, resolvedPrefix, wholeChannelOf } from '../narrow/narrow.ts'
import { narrow } from '../navigation/route.ts'
import { later } from '../parts/later.tsx'
import { isAdministering } from '../permissions/rights.ts'
import { channel } from '../store/channels.ts'
import { listOf } from '../store/lists.ts'
import { message } from '../store/messages.ts'
import { nameOf, ownId } from '../store/people.ts'
import { p } from '../texts/places.ts'

const FirstSteps = later(() => import('./first-steps.tsx').then((views) => views.FirstSteps), null)
const Welcome = later(() => import('./channel-welcome.tsx').then((views) => views.ChannelWelcome), null)

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

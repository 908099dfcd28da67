import { useComputed } from '@preact/signals'
import { type Conversation, conversationKey } from '../narrow/narrow.ts'
import { editing } from '../store/editing.ts'
import { nameOf } from '../store/people.ts'
import { typing } from '../store/typing.ts'
import { t } from '../texts/writing.ts'

const maxNamed = 3

/** Who is writing here, and who changes what stands here. */
export const Typing = ({ conversation }: { conversation: Conversation | undefined }) => {
  const key = conversation && conversationKey(conversation)
  const words = useComputed(() => {
    const typists = [...(typing.value.get(key ?? '') ?? [])]
    const editors = [...editing.value.values()].filter(({ place }) => place === key).map(({ userId }) => userId)
    return [
      ...(typists.length > maxNamed ? [t.typingMany] : typists.length > 0 ? [t.typing(typists.map(nameOf))] : []),
      ...(editors.length > 0 ? [t.editingNow([...new Set(editors)].map(nameOf))] : []),
    ].join(' ')
  })
  return (
    <p class="typing" role="status">
      {words}
    </p>
  )
}

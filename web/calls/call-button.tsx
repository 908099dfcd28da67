import { conversationOf } from '../narrow/narrow.ts'
import { narrow } from '../navigation/route.ts'
import { Icon } from '../parts/icon.tsx'
import { canStartCalls } from '../permissions/call-rights.ts'
import { callIn, calling } from '../store/calls.ts'
import { t } from '../texts/index.ts'

/** In the heading of a topic or direct conversation without a call. */
export function CallButton() {
  const conversation = narrow.value && conversationOf(narrow.value)
  if (!conversation || callIn(conversation) || !canStartCalls(conversation)) return null
  return (
    <button
      type="button"
      class="heading-button"
      aria-label={t.startCall}
      title={t.startCall}
      onClick={() => calling.start(conversation)}
    >
      <Icon name="headset" size={18} />
    </button>
  )
}

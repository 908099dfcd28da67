import { withdrawHeldMessage } from '../../src/features/messages/messages/held-messages/api.ts'
import { topicName } from '../entities/place.tsx'
import type { Target } from '../narrow/target.ts'
import { heldIn } from '../store/held-messages.ts'
import { t } from '../texts/writing.ts'
import { api } from '../transport/api.ts'

interface Props {
  readonly target: Target
  onWithdrawn(text: string): void
}

const maxTextLength = 200
/** The newest; older ones follow once these are decided. */
const maxShown = 3

/** The user's messages in the channel that are waiting for a moderator. */
export function HeldNotice({ target, onWithdrawn }: Props) {
  const held = target.kind === 'topic' && target.channelId !== undefined ? heldIn(target.channelId) : []
  return (
    <div class="banners" role="status">
      {held.slice(-maxShown).map(({ id, topic, content }) => (
        <p class="banner tells held" key={id}>
          <span dir="auto">
            {t.held.waits(
              topicName(topic),
              content.length > maxTextLength ? `${content.slice(0, maxTextLength).toWellFormed()}…` : content,
            )}
          </span>
          <button
            type="button"
            class="plain"
            onClick={() =>
              void api
                .call(withdrawHeldMessage, { held_id: id })
                .then(() => onWithdrawn(content))
                .catch(async (error) => (await import('../parts/refusal.ts')).showRefusal(error))
            }
          >
            {t.held.withdraw}
          </button>
        </p>
      ))}
    </div>
  )
}

import { withdrawHeldMessage } from '../../src/features/messages/messages/held-messages/api.ts'
import type { OwnHeldMessage } from '../../src/features/messages/messages/held-messages/wire.ts'
import { withFileNames } from '../content/file-names.ts'
import { topicName } from '../entities/place.tsx'
import { showRefusal } from '../parts/refusal.ts'
import { t } from '../texts/writing.ts'
import { api } from '../transport/api.ts'

interface Props {
  readonly held: readonly OwnHeldMessage[]
  onWithdrawn(text: string): void
}

const maxTextLength = 200
/** Older messages appear once these are decided. */
const maxShown = 3

const shortened = (text: string): string =>
  text.length > maxTextLength ? `${text.slice(0, maxTextLength).toWellFormed()}…` : text

export const HeldList = ({ held, onWithdrawn }: Props) => (
  <>
    {held.slice(-maxShown).map(({ id, topic, content }) => (
      <p class="banner tells held" key={id}>
        <span dir="auto">{t.held.waits(topicName(topic), shortened(withFileNames(content)))}</span>
        <button
          type="button"
          class="plain"
          onClick={() =>
            void api
              .call(withdrawHeldMessage, { held_id: id })
              .then(() => onWithdrawn(content))
              .catch(showRefusal)
          }
        >
          {t.held.withdraw}
        </button>
      </p>
    ))}
  </>
)

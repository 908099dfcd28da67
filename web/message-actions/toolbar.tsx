import type { Message } from '../../src/features/messages/messages/wire.ts'
import { Emoji } from '../emoji/emoji.tsx'
import { hasReacted, quickReactions } from '../emoji/quick-reactions.ts'
import { Icon, type IconName } from '../parts/icon.tsx'
import { keyName } from '../parts/key-names.ts'
import { isTurnedOff, keysOf } from '../shortcuts/keys.ts'
import type { MessageActionId } from '../shortcuts/message-keys.ts'
import { ownId } from '../store/people.ts'
import { t } from '../texts/toolbar.ts'

const quickCount = 3

/** The most frequent actions, over the message that's hovered or focused. */
export const Toolbar = ({ message }: { message: Message }) => {
  const { id, sender_id, submessages } = message
  const isEditable = sender_id === ownId.value && submessages.length === 0
  return (
    <div class="row-actions">
      {quickReactions(quickCount).map((emoji) => (
        <button
          key={emoji.emoji_code}
          type="button"
          class="quick"
          aria-pressed={hasReacted(message, emoji)}
          aria-label={t.reactWith(emoji.emoji_name.replaceAll('_', ' '))}
          title={t.reactWith(emoji.emoji_name.replaceAll('_', ' '))}
          onClick={() => void import('../emoji/reacting.ts').then(({ toggleReaction }) => toggleReaction(id, emoji))}
        >
          <Emoji emoji={emoji} />
        </button>
      ))}
      <Action id={id} does="react" icon="smile" label={t.addReaction} />
      <Action id={id} does="quote" icon="reply" label={t.quoteThis} />
      {isEditable && <Action id={id} does="edit" icon="pen" label={t.editThis} />}
      <Action id={id} does="menu" icon="more" label={t.moreActions} opensMenu />
    </div>
  )
}

interface ActionProps {
  readonly id: number
  readonly does: MessageActionId
  readonly icon: IconName
  readonly label: string
  readonly opensMenu?: boolean
}

const Action = ({ id, does, icon, label, opensMenu }: ActionProps) => {
  const key = keysOf(does).find((one) => !isTurnedOff(one))
  return (
    <button
      type="button"
      aria-haspopup={opensMenu && 'menu'}
      aria-label={label}
      aria-keyshortcuts={key}
      title={key === undefined ? label : `${label} (${keyName(key)})`}
      onClick={() => void import('./actions.ts').then(({ act }) => act(does, id))}
    >
      <Icon name={icon} size={18} />
    </button>
  )
}

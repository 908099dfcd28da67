import { Emoji } from '../emoji/emoji.tsx'
import { Icon } from '../parts/icon.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { h } from '../texts/people.ts'
import { clearStatus, ownStatus } from './status.ts'

export const openStatus = (): Promise<void> =>
  import('./status-editor.tsx').then(({ openStatusEditor }) => openStatusEditor())

export function OwnStatus() {
  const { emoji_name, emoji_code, reaction_type, status_text } = ownStatus()
  const isSaid = Boolean(emoji_name || status_text)
  return (
    <div class="own-status">
      <button
        type="button"
        class="entry"
        aria-label={isSaid ? h.statusIs(status_text || (emoji_name ?? '')) : h.setStatus}
        onClick={() => void openStatus()}
      >
        {emoji_name && emoji_code && reaction_type ? (
          <Emoji emoji={{ emoji_name, emoji_code, reaction_type }} />
        ) : (
          <Icon name="smile" />
        )}
        <span class={isSaid ? 'name' : 'name soft'} dir="auto">
          {isSaid ? status_text : h.setStatus}
        </span>
      </button>
      {isSaid && (
        <IconButton label={h.clear} run={() => void clearStatus()}>
          <Icon name="close" size={14} />
        </IconButton>
      )}
    </div>
  )
}

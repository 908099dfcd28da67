import { useSignal } from '@preact/signals'
import { Icon } from '../parts/icon.tsx'
import { t } from '../texts/writing.ts'
import type { ComposeState } from './compose-state.ts'
import { SendKey } from './enter-sends.tsx'

type SendMenuModule = typeof import('./later/send-menu.tsx')

const nearlyFull = 0.9

interface Props {
  readonly composeState: ComposeState
  readonly onScheduled: (id: number, at: Date) => void
}

export const SendBar = ({ composeState, onScheduled }: Props) => {
  const menu = useSignal<SendMenuModule | undefined>(undefined)
  const left = composeState.left.value
  const isCommand = composeState.isCommand.value
  const sends = isCommand ? t.runCommand : t.send
  const Menu = menu.value?.SendMenu
  const close = () => {
    menu.value = undefined
  }
  const toggle = () => {
    if (menu.value) close()
    else
      void import('./later/send-menu.tsx').then((module) => {
        menu.value = module
      })
  }
  return (
    <div class="send-bar">
      {left < composeState.limit.value * (1 - nearlyFull) && (
        <span class={left < 0 ? 'counter error' : 'counter'} role="status">
          {left < 0 ? t.tooLong(-left) : t.charactersLeft(left)}
        </span>
      )}
      <div class="split">
        <button
          type="submit"
          class="send"
          disabled={
            !isCommand &&
            (composeState.isEmpty.value ||
              composeState.isBlocked.value ||
              composeState.isWaiting.value ||
              composeState.slowMode.value?.until !== undefined)
          }
          aria-label={sends}
          title={sends}
        >
          <Icon name="send" size={18} />
        </button>
        <button
          type="button"
          class="send-more"
          aria-label={t.sendMenu}
          title={t.sendMenu}
          aria-haspopup="dialog"
          aria-expanded={Menu !== undefined}
          onClick={toggle}
        >
          <Icon name="chevron" size={14} />
        </button>
      </div>
      <SendKey />
      {Menu && (
        <Menu
          conversation={composeState.conversation.value}
          canSchedule={composeState.canSchedule.value}
          text={composeState.text.value}
          onScheduled={(id, at) => {
            close()
            onScheduled(id, at)
          }}
          onDrafted={() => composeState.leaveAsDraft()}
          onClose={() => {
            close()
            composeState.field?.focus()
          }}
        />
      )}
    </div>
  )
}

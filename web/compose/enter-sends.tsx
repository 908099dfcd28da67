import { keyName } from '../parts/key-names.ts'
import { part } from '../store/connection.ts'
import { t } from '../texts/writing.ts'

const settings = part<{ enter_sends?: boolean }>('user_settings')
/** On-screen keyboards have no Shift+Enter, so Enter starts a new line there and only the button sends. */
const hasNoKeyboard = matchMedia('(hover: none) and (pointer: coarse)')

export const entersSend = (): boolean => !hasNoKeyboard.matches && (settings.value?.enter_sends ?? false)

const keyFor = (isEnter: boolean) => keyName(isEnter ? 'Enter' : 'Ctrl+Enter')
/** The key that sends or saves, such as "Ctrl Enter". */
export const sendKey = (): string => keyFor(entersSend())

/** Shows which key sends; clicking it switches keys. */
export const SendKey = () => {
  const isEnter = entersSend()
  return (
    <button
      type="button"
      class="send-key"
      id="compose-send-key"
      title={t.useOtherKey(keyFor(!isEnter))}
      // the text keeps the focus
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => void import('./later/change-send-key.ts').then((module) => module.changeSendKey(!isEnter))}
    >
      {t.sendHint(keyFor(isEnter))}
    </button>
  )
}

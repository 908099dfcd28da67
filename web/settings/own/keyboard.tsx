import { keyedThings } from '../../message-actions/keyed-things.ts'
import { OwnKeys } from '../../message-actions/own-keys.tsx'
import { knownCommands } from '../../shortcuts/known-commands.ts'
import { ownPages } from '../../texts/own-pages.ts'

export const Keyboard = () => (
  <>
    <p class="lead">{ownPages.keyboard.lead}</p>
    <div class="keys in-page">
      <OwnKeys things={keyedThings(knownCommands.all)} />
    </div>
  </>
)

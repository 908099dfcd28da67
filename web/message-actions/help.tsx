import './help.css'
import { openDialog } from '../parts/dialog.tsx'
import { helpHref } from '../parts/help-href.ts'
import { keyName } from '../parts/key-names.ts'
import type { Command } from '../shortcuts/known-commands.ts'
import { ownKeys } from '../store/own-keys.ts'
import { a } from '../texts/actions.ts'
import { type Keyed, keyedThings } from './keyed-things.ts'
import { openOwnKeys } from './own-keys.tsx'

const Keys = ({ title, of }: { title: string; of: readonly Keyed[] }) => (
  <section>
    <h3>{title}</h3>
    <dl>
      {of.map(({ id, text, usual }) => {
        const keys = ownKeys.value[id] ?? usual
        return (
          keys.length > 0 && (
            <div key={id}>
              <dt>{text}</dt>
              <dd>
                {keys.map((key) => (
                  <kbd key={key}>{keyName(key)}</kbd>
                ))}
              </dd>
            </div>
          )
        )
      })}
    </dl>
  </section>
)

export function openHelp(commands: readonly Command[]): void {
  const things = keyedThings(commands)
  const ofMessages = ({ isOfMessages }: Keyed) => isOfMessages
  void openDialog({ title: a.keys, class: 'keys' }, (close) => (
    <div class="dialog-body">
      <p class="to-help">
        <a href={helpHref()} target="_blank" rel="noopener">
          {a.helpPages}
        </a>
      </p>
      <div class="key-columns">
        <Keys title={a.keysEverywhere} of={things.filter((one) => !ofMessages(one))} />
        <Keys title={a.keysOfMessages} of={things.filter(ofMessages)} />
      </div>
      <p class="soft">{a.keysOfPicker}</p>
      <div class="dialog-buttons">
        <button
          type="button"
          class="button"
          onClick={() => {
            close()
            openOwnKeys(things)
          }}
        >
          {a.changeKeys}
        </button>
      </div>
    </div>
  ))
}

import './help.css'
import { openDialog } from '../parts/dialog.tsx'
import { a } from '../texts/actions.ts'
import { actions } from './actions.ts'
import { keyName } from './key-names.ts'

interface Keyed {
  readonly id: string
  readonly keys: readonly string[]
  readonly text: string
}

const Keys = ({ title, of }: { title: string; of: readonly Keyed[] }) => (
  <section>
    <h3>{title}</h3>
    <dl>
      {of.map(({ id, keys, text }) => (
        <div key={id}>
          <dt>{text}</dt>
          <dd>
            {keys.map((key) => (
              <kbd key={key}>{keyName(key)}</kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  </section>
)

/** Every key and what it does. */
export function openHelp(commands: readonly { id: string; keys: readonly string[]; label: string }[]): void {
  const everywhere = [
    ...commands.map(({ id, keys, label }) => ({ id, keys, text: label })),
    { id: 'help', keys: ['?'], text: a.help },
  ]
  const ofMessages = actions
    .filter(({ keys }) => keys.length > 0)
    .map(({ id, keys, label }) => ({ id, keys, text: label() }))
  void openDialog({ title: a.keys, class: 'keys' }, () => (
    <div class="dialog-body">
      <div class="key-columns">
        <Keys title={a.keysEverywhere} of={everywhere} />
        <Keys title={a.keysOfMessages} of={ofMessages} />
      </div>
      <p class="soft">{a.keysOfPicker}</p>
    </div>
  ))
}

import { useSignal } from '@preact/signals'
import { isComposing } from '../parts/is-composing.ts'
import './own-keys.css'
import { copy } from '../parts/clipboard.ts'
import { openDialog } from '../parts/dialog.tsx'
import { Icon } from '../parts/icon.tsx'
import { keyName } from '../parts/key-names.ts'
import { keyOf } from '../parts/written-keys.ts'
import { keepKeys, keysAsText, maxKeysPerAction, ownKeys, parseKeys, withoutLetters } from '../store/own-keys.ts'
import { a } from '../texts/actions.ts'
import { type Keyed, keysOfThing, rivalOf, withKeys } from './keyed-things.ts'

const reserved = new Set(['Escape', 'Tab', ' ', 'Ctrl+Tab', 'F5', 'F6', 'F12', 'ContextMenu'])
const modifiers = new Set([
  'Shift',
  'Control',
  'Alt',
  'Meta',
  'AltGraph',
  'CapsLock',
  'Dead',
  'Process',
  'Unidentified',
])

export function openOwnKeys(things: readonly Keyed[]): void {
  void openDialog({ title: a.changeKeys, class: 'keys' }, () => <OwnKeys things={things} />)
}

interface Wish {
  readonly thing: Keyed
  readonly key: string
  readonly rival: Keyed
}

export function OwnKeys({ things }: { things: readonly Keyed[] }) {
  const waiting = useSignal<string | undefined>(undefined)
  const wish = useSignal<Wish | undefined>(undefined)
  const said = useSignal('')
  const give = (thing: Keyed, keys: readonly string[]) => keepKeys(withKeys(ownKeys.peek(), thing, keys))

  const take = (event: KeyboardEvent, thing: Keyed) => {
    if (modifiers.has(event.key) || isComposing(event)) return
    event.preventDefault()
    event.stopPropagation()
    const key = keyOf(event)
    if (event.key === 'Escape') {
      waiting.value = undefined
      said.value = ''
    } else if (reserved.has(key) || event.altKey) said.value = a.keyReserved(keyName(key))
    else {
      waiting.value = undefined
      const rival = rivalOf(things, thing, key)
      if (rival) wish.value = { thing, key, rival }
      else {
        give(thing, [...new Set([...keysOfThing(thing), key])])
        said.value = a.keyGiven(keyName(key), thing.text)
      }
    }
  }
  const takeFromRival = ({ thing, key, rival }: Wish) => {
    const others = keysOfThing(rival).filter((one) => one !== key)
    const table = withKeys(ownKeys.peek(), rival, others)
    keepKeys(withKeys(table, thing, [...keysOfThing(thing), key]))
    wish.value = undefined
    said.value = a.keyGiven(keyName(key), thing.text)
  }

  const row = (thing: Keyed) => {
    const keys = keysOfThing(thing)
    const isWaiting = waiting.value === thing.id
    const asked = wish.value?.thing.id === thing.id ? wish.value : undefined
    return (
      <li key={thing.id}>
        <span class="what">{thing.text}</span>
        <span class="own-keys">
          {keys.map((key) => (
            <button
              key={key}
              type="button"
              class="own-key"
              aria-label={a.takeKeyAway(keyName(key), thing.text)}
              title={a.takeKeyAway(keyName(key), thing.text)}
              onClick={() => {
                give(
                  thing,
                  keys.filter((one) => one !== key),
                )
                said.value = a.keyTakenAway(keyName(key), thing.text)
              }}
            >
              <kbd>{keyName(key)}</kbd> <Icon name="close" size={12} />
            </button>
          ))}
          {keys.length < maxKeysPerAction && (
            <button
              type="button"
              class="own-key"
              aria-label={isWaiting ? a.pressKey : a.addKey(thing.text)}
              title={a.addKey(thing.text)}
              onClick={() => {
                waiting.value = isWaiting ? undefined : thing.id
                wish.value = undefined
                said.value = isWaiting ? '' : a.pressKey
              }}
              onKeyDown={(event) => isWaiting && take(event, thing)}
              onBlur={() => {
                if (waiting.value === thing.id) waiting.value = undefined
              }}
            >
              {isWaiting ? a.pressKey : <Icon name="plus" />}
            </button>
          )}
          {ownKeys.value[thing.id] && (
            <button
              type="button"
              class="plain"
              aria-label={a.usualKeys(thing.text)}
              onClick={() => {
                give(thing, thing.usual)
                said.value = ''
              }}
            >
              {a.reset}
            </button>
          )}
        </span>
        {asked && (
          <p class="key-conflict" role="alert">
            {a.keyIsTaken(keyName(asked.key), asked.rival.text)}{' '}
            <button type="button" class="plain" onClick={() => takeFromRival(asked)}>
              {a.takeKey(asked.thing.text)}
            </button>{' '}
            <button type="button" class="plain" onClick={() => (wish.value = undefined)}>
              {a.leaveKey}
            </button>
          </p>
        )}
      </li>
    )
  }
  return (
    <div class="dialog-body">
      <p class="soft">{a.ownKeysMore}</p>
      <label class="pick">
        <input
          type="checkbox"
          checked={withoutLetters.value}
          onChange={() => keepKeys(ownKeys.peek(), !withoutLetters.peek())}
        />
        <span>{a.withoutLetters}</span>
      </label>
      <p class="soft" role="status">
        {said.value}
      </p>
      {[false, true].map((isOfMessages) => (
        <section key={String(isOfMessages)}>
          <h3>{isOfMessages ? a.keysOfMessages : a.keysEverywhere}</h3>
          <ul class="key-rows">{things.filter((one) => one.isOfMessages === isOfMessages).map(row)}</ul>
        </section>
      ))}
      <Transfer />
      <div class="dialog-buttons">
        <button
          type="button"
          class="button"
          disabled={Object.keys(ownKeys.value).length === 0 && !withoutLetters.value}
          onClick={() => {
            keepKeys({}, false)
            wish.value = undefined
            said.value = a.keysReset
          }}
        >
          {a.resetKeys}
        </button>
      </div>
    </div>
  )
}

function Transfer() {
  const text = useSignal('')
  const problem = useSignal(false)
  return (
    <details>
      <summary>{a.keysElsewhere}</summary>
      <div class="dialog-body transfer">
        <button type="button" class="button" onClick={() => void copy(keysAsText())}>
          {a.copyKeys}
        </button>
        <label class="field">
          <span class="label">{a.pasteKeys}</span>
          <textarea
            rows={3}
            value={text.value}
            onInput={(event) => {
              text.value = event.currentTarget.value
              problem.value = false
            }}
          />
        </label>
        {problem.value && (
          <p class="problem" role="alert">
            {a.noKeys}
          </p>
        )}
        <button
          type="button"
          class="button"
          disabled={text.value.trim() === ''}
          onClick={() => {
            const kept = parseKeys(text.value)
            problem.value = kept === undefined
            if (kept) {
              keepKeys(kept.keys, kept.withoutLetters)
              text.value = ''
            }
          }}
        >
          {a.useKeys}
        </button>
      </div>
    </details>
  )
}

import './lockdown.css'
import { Refusal, useActions } from '../controls/actions.tsx'
import { useLinkedRow } from '../controls/linked-row.ts'
import { lockdown } from '../store/lockdown.ts'
import { l } from '../texts/lockdown.ts'
import { openLockdown } from './lockdown-form.tsx'
import { end, endText } from './lockdown-line.tsx'
import { Newcomers } from './newcomers.tsx'

/** Settings section with lockdown controls and the list of recent members. */
export function LockdownPart() {
  const actions = useActions()
  const current = lockdown.value
  const { row, isLinked } = useLinkedRow<HTMLElement>('lockdown')
  return (
    <>
      <section
        ref={row}
        class={`setting-group lockdown${isLinked ? ' is-asked' : ''}`}
        aria-labelledby="lockdown-title"
        data-setting="lockdown"
      >
        <h3 id="lockdown-title">{l.title}</h3>
        <p>{l.help}</p>
        {current ? (
          <>
            <p>
              <strong>{l.line(endText(current))}</strong>
              {current.reason !== '' && <span dir="auto"> {current.reason}</span>}
            </p>
            <div class="lockdown-buttons">
              <button
                type="button"
                class="button"
                disabled={actions.isBusy('end')}
                onClick={() => actions.run('end', end)}
              >
                {l.end}
              </button>
              <button type="button" class="button" aria-haspopup="dialog" onClick={() => openLockdown(current)}>
                {l.change}
              </button>
            </div>
            <Refusal text={actions.problem('end')} />
          </>
        ) : (
          <button type="button" class="button" aria-haspopup="dialog" onClick={() => openLockdown()}>
            {l.startButton}
          </button>
        )}
      </section>
      <section class="setting-group" aria-labelledby="newcomers-title">
        <h3 id="newcomers-title">{l.people}</h3>
        <Newcomers />
      </section>
    </>
  )
}

import './lockdown.css'
import { useLinkedRow } from '../controls/linked-row.ts'
import { lockdown } from '../store/lockdown.ts'
import { l } from '../texts/lockdown.ts'
import { openEnd, openLockdown } from './lockdown-form.tsx'
import { endText } from './lockdown-line.tsx'
import { Newcomers } from './newcomers.tsx'

/** Settings section with lockdown controls and the list of recent members. */
export function LockdownPart() {
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
        {current && (
          <p>
            <strong>{l.line(endText(current))}</strong>
            {current.reason !== '' && <span dir="auto"> {current.reason}</span>}
          </p>
        )}
        <div class="lockdown-buttons">
          {/* one button for both, so that it keeps the focus */}
          <button
            type="button"
            class="button"
            aria-haspopup="dialog"
            onClick={() => (current ? openEnd() : openLockdown())}
          >
            {current ? l.endButton : l.startButton}
          </button>
          {current && (
            <button type="button" class="button" aria-haspopup="dialog" onClick={() => openLockdown(current)}>
              {l.change}
            </button>
          )}
        </div>
      </section>
      <section class="setting-group" aria-labelledby="newcomers-title">
        <h3 id="newcomers-title">{l.people}</h3>
        <Newcomers />
      </section>
    </>
  )
}

import { useSignal, useSignalEffect } from '@preact/signals'
import { acceptRules, getRules } from '../../src/features/people/community-rules/api.ts'
import { Refusal } from '../controls/actions.tsx'
import { useLoaded } from '../controls/loaded.ts'
import { reasonOf } from '../parts/refusal.ts'
import { openRequiredDialog } from '../parts/required-dialog.ts'
import { part } from '../store/connection.ts'
import { signOut } from '../store/kept-disk.ts'
import { mustAccept } from '../store/rules.ts'
import { o } from '../texts/own.ts'
import { r } from '../texts/rules.ts'
import { api } from '../transport/api.ts'
import { RulesText } from './rules-text.tsx'

/** Shows the community rules until the user has accepted them. */
export const askToAccept = (): void =>
  openRequiredDialog({ title: r.title, isOver: () => !mustAccept.peek(), content: (done) => <OwnRules done={done} /> })

function OwnRules({ done }: { done: () => void }) {
  const rules = useLoaded(() => api.call(getRules, {}), { types: ['community_rules'] })
  const isBusy = useSignal(false)
  const problem = useSignal('')
  useSignalEffect(() => {
    if (!mustAccept.value) setTimeout(done)
  })
  const version = rules.value?.version
  const accept = async () => {
    if (isBusy.value || version === undefined) return
    isBusy.value = true
    problem.value = ''
    try {
      await api.call(acceptRules, { version })
    } catch (refusal) {
      problem.value = reasonOf(refusal)
      void rules.reload()
    }
    isBusy.value = false
  }
  return (
    <>
      <div class="dialog-head">
        <h2>{r.title}</h2>
      </div>
      <div class="dialog-body">
        <p>{r.lead(part<string>('realm_name').value ?? '')}</p>
        {rules.value && <RulesText html={rules.value.rendered} label={r.title} />}
        <Refusal text={problem.value || rules.problem} />
        <div class="dialog-buttons">
          <button type="button" class="button" onClick={signOut}>
            {o.signOut}
          </button>
          {rules.value || rules.problem === '' ? (
            <button
              type="button"
              class="button primary"
              aria-disabled={isBusy.value || version === undefined}
              onClick={() => void accept()}
            >
              {r.accept}
            </button>
          ) : (
            <button type="button" class="button primary" onClick={() => void rules.reload()}>
              {r.retry}
            </button>
          )}
        </div>
      </div>
    </>
  )
}

import './organization.css'
import { signal, useSignal } from '@preact/signals'
import { getRules, updateRules } from '../../../src/features/people/community-rules/api.ts'
import { maxRulesLength } from '../../../src/features/people/community-rules/limits.ts'
import { Refusal } from '../../controls/actions.tsx'
import { useLoaded } from '../../controls/loaded.ts'
import { LockedNote } from '../../controls/locked-note.tsx'
import { attributesOf, Setting, useField } from '../../controls/setting.tsx'
import { RulesText } from '../../moderation/rules-text.tsx'
import { hrefOf } from '../../navigation/route.ts'
import { reasonOf } from '../../parts/refusal.ts'
import { toast } from '../../parts/toast.ts'
import { part } from '../../store/connection.ts'
import { r } from '../../texts/rules.ts'
import { api } from '../../transport/api.ts'
import { lockedFor } from './own-rank.ts'
import { RenderedText } from './rendered.tsx'

interface Rules {
  readonly version: number
  readonly text: string
  readonly rendered: string
}

export function RulesPage() {
  const locked = lockedFor('administrator')
  const rules = useLoaded(() => api.call(getRules, {}), { types: ['community_rules'] })
  return (
    <>
      <section aria-label={r.title}>
        <LockedNote locked={locked} />
        <Refusal text={rules.problem} />
        {rules.value && locked !== undefined && rules.value.version > 0 && (
          <RulesText html={rules.value.rendered} label={r.title} />
        )}
        {rules.value && locked === undefined && <Editor rules={rules.value} reload={rules.reload} />}
      </section>
      <p class="soft small">
        <a href={hrefOf({ view: 'organization', section: 'community-safety', detail: 'join_gate' })}>{r.requirement}</a>
      </p>
    </>
  )
}

const rulesUrl = () => `${part<string>('realm_url').value ?? ''}/rules`

interface Unsaved {
  /** The version that is being edited, which stays when others save a newer one. */
  readonly from: Rules
  readonly text: string
}

/** Kept while the user visits other pages. */
const unsaved = signal<Unsaved | undefined>(undefined)

function Editor({ rules, reload }: { rules: Rules; reload: () => Promise<void> }) {
  const isAsked = useSignal(false)
  const isBusy = useSignal(false)
  const problem = useSignal('')
  const { from, text } = unsaved.value ?? { from: rules, text: rules.text }
  const isChanged = text.trim() !== from.text
  const isOutdated = from.version !== rules.version
  const canAsk = text.trim() !== ''
  const type = (value: string) => {
    unsaved.value = value === rules.text && !isOutdated ? undefined : { from, text: value }
  }
  const discard = () => {
    unsaved.value = undefined
    isAsked.value = false
    problem.value = ''
  }
  const save = async () => {
    if (isBusy.value) return
    isBusy.value = true
    problem.value = ''
    const sent = text.trim()
    try {
      const { version } = await api.call(updateRules, {
        text: sent,
        members_must_accept: isAsked.value && canAsk,
        edited_version: from.version,
      })
      isAsked.value = false
      toast(sent === '' ? r.deleted : r.saved)
      await reload()
      const now = unsaved.peek()
      // text typed in the meantime is newer
      unsaved.value = now && now.text !== text ? { from: { ...from, version, text: sent }, text: now.text } : undefined
    } catch (refusal) {
      problem.value = reasonOf(refusal)
    }
    isBusy.value = false
  }
  return (
    <>
      <Setting id="rules_text" label={r.text} help={r.textHelp(rulesUrl())} isWide>
        <RulesField text={text} type={type} />
      </Setting>
      <label class="rules-ask">
        <input
          type="checkbox"
          checked={isAsked.value && canAsk}
          disabled={!canAsk}
          aria-describedby="rules-ask-help"
          onChange={({ currentTarget }) => (isAsked.value = currentTarget.checked)}
        />
        <span>{r.ask}</span>
      </label>
      <p class="soft small" id="rules-ask-help">
        {r.askHelp}
      </p>
      <Refusal text={problem.value} />
      <div class="rules-buttons">
        <button
          type="button"
          class="button primary"
          disabled={isBusy.value || !(isChanged || (isAsked.value && canAsk))}
          onClick={() => void save()}
        >
          {r.save}
        </button>
        {isOutdated && !isBusy.value && (
          <button type="button" class="button" onClick={discard}>
            {r.reload}
          </button>
        )}
        {rules.version > 0 && (
          <a class="button" href={`rules?version=${rules.version}`} target="_blank" rel="noopener">
            {r.view}
          </a>
        )}
      </div>
      <RenderedText text={text} />
    </>
  )
}

function RulesField({ text, type }: { text: string; type(text: string): void }) {
  return (
    <textarea
      {...attributesOf(useField())}
      dir="auto"
      rows={12}
      maxLength={maxRulesLength}
      value={text}
      onInput={({ currentTarget }) => type(currentTarget.value)}
    />
  )
}

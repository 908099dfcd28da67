import './organization.css'
import { type Signal, useSignal } from '@preact/signals'
import { getRules, updateRules } from '../../../src/features/people/community-rules/api.ts'
import { maxRulesLength } from '../../../src/features/people/community-rules/limits.ts'
import { Refusal } from '../../controls/actions.tsx'
import { useLoaded } from '../../controls/loaded.ts'
import { LockedNote } from '../../controls/locked-note.tsx'
import { attributesOf, Setting, SettingGroup, useField } from '../../controls/setting.tsx'
import { RulesText } from '../../moderation/rules-text.tsx'
import { reasonOf } from '../../parts/refusal.ts'
import { toast } from '../../parts/toast.ts'
import { part } from '../../store/connection.ts'
import { r } from '../../texts/rules.ts'
import { api } from '../../transport/api.ts'
import { lockedFor } from './own-rank.ts'
import { RenderedText } from './rendered.tsx'
import { TableParts } from './table-setting.tsx'

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
      <SettingGroup title={r.title}>
        <LockedNote locked={locked} />
        <Refusal text={rules.problem} />
        {rules.value && locked !== undefined && rules.value.version > 0 && (
          <RulesText html={rules.value.rendered} label={r.title} />
        )}
        {rules.value && locked === undefined && <Editor rules={rules.value} />}
      </SettingGroup>
      <TableParts page="community-rules" />
    </>
  )
}

const rulesUrl = () => `${part<string>('realm_url').value ?? ''}/rules`

function Editor({ rules }: { rules: Rules }) {
  /** The version that is being edited, which stays when others save a newer one. */
  const edited = useSignal(rules)
  const text = useSignal(rules.text)
  const isAsked = useSignal(false)
  const isBusy = useSignal(false)
  const problem = useSignal('')
  const load = (from: Rules) => {
    edited.value = from
    text.value = from.text
    isAsked.value = false
    problem.value = ''
  }
  const isChanged = text.value.trim() !== edited.value.text
  const isOutdated = edited.value.version !== rules.version
  if (isOutdated && !isChanged && !isBusy.value) load(rules)
  const canAsk = text.value.trim() !== ''
  const save = async () => {
    if (isBusy.value) return
    isBusy.value = true
    problem.value = ''
    const sent = text.value.trim()
    try {
      const { version } = await api.call(updateRules, {
        text: sent,
        members_must_accept: isAsked.value && canAsk,
        edited_version: edited.value.version,
      })
      edited.value = { ...edited.value, version, text: sent }
      isAsked.value = false
      toast(sent === '' ? r.deleted : r.saved)
    } catch (refusal) {
      problem.value = reasonOf(refusal)
    }
    isBusy.value = false
  }
  return (
    <>
      <Setting id="rules_text" label={r.text} help={r.textHelp(rulesUrl())} isWide>
        <RulesField text={text} />
        <RenderedText text={text.value} />
      </Setting>
      <label class="pick">
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
        {isOutdated && isChanged && (
          <button type="button" class="button" onClick={() => load(rules)}>
            {r.reload}
          </button>
        )}
        {rules.version > 0 && (
          <a class="button" href={`rules?version=${rules.version}`} target="_blank" rel="noopener">
            {r.view}
          </a>
        )}
      </div>
    </>
  )
}

function RulesField({ text }: { text: Signal<string> }) {
  return (
    <textarea
      {...attributesOf(useField())}
      dir="auto"
      rows={12}
      maxLength={maxRulesLength}
      value={text.value}
      onInput={({ currentTarget }) => (text.value = currentTarget.value)}
    />
  )
}

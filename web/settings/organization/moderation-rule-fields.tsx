import { useSignal } from '@preact/signals'
import {
  maxFloodMessages,
  maxFloodSeconds,
  maxMentions,
  maxPlaces,
  maxRuleItems,
} from '../../../src/features/messages/messages/moderation-rules/limits.ts'
import type { RuleItems } from '../../../src/features/messages/messages/moderation-rules/rule-item.ts'
import { conditionKinds, linkModes } from '../../../src/features/messages/messages/moderation-rules/wire.ts'
import { useUniqueId } from '../../parts/unique-id.ts'
import { m } from '../../texts/moderation-rules.ts'
import { type Draft, type DraftProps, invalidItem } from './moderation-rule-draft.ts'

/** What a rule looks for. */
export function RuleFields({ draft }: DraftProps) {
  const { kind } = draft.value
  return (
    <>
      <label class="field">
        <span class="label">{m.kind}</span>
        <select
          value={kind}
          onChange={({ currentTarget }) => change(draft, { kind: currentTarget.value as Draft['kind'] })}
        >
          {conditionKinds.map((option) => (
            <option key={option} value={option}>
              {m.kinds[option]}
            </option>
          ))}
        </select>
      </label>
      {kind === 'words' && <Lines draft={draft} name="words" label={m.words} help={m.wordsMore} />}
      {kind === 'links' && <Links draft={draft} />}
      {kind === 'mentions' && (
        <NumberInput draft={draft} name="max" label={m.max} help={m.maxMore} range={[0, maxMentions]} />
      )}
      {kind === 'repeats' && (
        <NumberInput draft={draft} name="places" label={m.places} help={m.placesMore} range={[2, maxPlaces]} />
      )}
      {kind === 'flood' && (
        <>
          <NumberInput draft={draft} name="messages" label={m.messages} range={[1, maxFloodMessages]} />
          <NumberInput draft={draft} name="seconds" label={m.seconds} range={[1, maxFloodSeconds]} />
        </>
      )}
      {kind === 'files' && <Lines draft={draft} name="extensions" label={m.extensions} help={m.extensionsMore} />}
    </>
  )
}

function change(draft: DraftProps['draft'], values: Partial<Draft>): void {
  draft.value = { ...draft.peek(), ...values }
}

const Links = ({ draft }: DraftProps) => (
  <>
    <fieldset>
      <legend>{m.kinds.links}</legend>
      {linkModes.toReversed().map((mode) => (
        <label class="pick" key={mode}>
          <input
            type="radio"
            name="link-mode"
            checked={draft.value.mode === mode}
            onChange={() => change(draft, { mode })}
          />
          {m.modes[mode]}
        </label>
      ))}
    </fieldset>
    <Lines draft={draft} name="domains" label={m.domains} help={m.domainsMore} />
  </>
)

interface LinesProps extends DraftProps {
  readonly name: RuleItems
  readonly label: string
  readonly help: string
}

function Lines({ draft, name, label, help }: LinesProps) {
  const id = useUniqueId()
  // not while someone types
  const left = useSignal('')
  const invalid = left.value === draft.value[name] ? invalidItem(draft.value) : undefined
  return (
    <label class="field">
      <span class="label">{label}</span>
      <textarea
        rows={4}
        dir={name === 'words' ? 'auto' : 'ltr'}
        spellcheck={false}
        maxLength={maxRuleItems * 256}
        aria-describedby={id}
        aria-invalid={invalid !== undefined}
        value={draft.value[name]}
        onInput={({ currentTarget }) => change(draft, { [name]: currentTarget.value })}
        onBlur={({ currentTarget }) => (left.value = currentTarget.value)}
      />
      <span class="soft small" id={id}>
        {help}{' '}
        {invalid !== undefined && (
          <span class="problem" role="alert" dir="auto">
            {m.invalid[name](invalid)}
          </span>
        )}
      </span>
    </label>
  )
}

interface NumberProps extends DraftProps {
  readonly name: 'max' | 'places' | 'messages' | 'seconds'
  readonly label: string
  readonly help?: string
  readonly range: readonly [min: number, max: number]
}

function NumberInput({ draft, name, label, help, range: [min, max] }: NumberProps) {
  const id = useUniqueId()
  return (
    <label class="field">
      <span class="label">{label}</span>
      <input
        type="number"
        required
        {...{ min, max, step: 1 }}
        aria-describedby={help ? id : undefined}
        value={draft.value[name]}
        onInput={({ currentTarget }) => change(draft, { [name]: currentTarget.valueAsNumber })}
      />
      {help && (
        <span class="soft small" id={id}>
          {help}
        </span>
      )}
    </label>
  )
}

import { type Signal, useSignal } from '@preact/signals'
import { asChannelId, type ChannelId } from '#contract'
import {
  createModerationRule,
  updateModerationRule,
} from '../../../src/features/messages/messages/moderation-rules/api.ts'
import {
  defaultRestrictMinutes,
  maxRuleChannels,
  maxRuleMessageLength,
  maxRuleNameLength,
} from '../../../src/features/messages/messages/moderation-rules/limits.ts'
import {
  type ModerationRule,
  profileKinds,
  type RuleAction,
  type RuleTarget,
  ruleActions,
  ruleTargets,
} from '../../../src/features/messages/messages/moderation-rules/wire.ts'
import { openDialog } from '../../parts/dialog.tsx'
import { Form } from '../../parts/form.tsx'
import { TextArea } from '../../parts/text-area.tsx'
import { useUniqueId } from '../../parts/unique-id.ts'
import { isModerationLogPublic } from '../../permissions/moderation-log.ts'
import { m } from '../../texts/moderation-rules.ts'
import { o } from '../../texts/organization.ts'
import { p } from '../../texts/people-settings.ts'
import { s } from '../../texts/restrictions.ts'
import { api } from '../../transport/api.ts'
import { PickList } from '../people/pick-list.tsx'
import { pickableChannels } from '../people/user-dialogs.tsx'
import { conditionOf, draftOf } from './moderation-rule-draft.ts'
import { RuleFields } from './moderation-rule-fields.tsx'
import { lengthText, restrictLengths } from './moderation-rule-text.ts'
import { RuleTrial } from './moderation-rule-trial.tsx'
import { organizationValue } from './own-rank.ts'

/** Edits a rule, or adds one if it's undefined. */
export function openRuleForm(rule?: ModerationRule): void {
  void openDialog({ title: rule ? m.editTitle : m.addTitle, class: 'wide-dialog' }, (close) => (
    <RuleForm rule={rule} close={close} />
  ))
}

function RuleForm({ rule, close }: { rule: ModerationRule | undefined; close(): void }) {
  const name = useSignal(rule?.name ?? '')
  const draft = useSignal(draftOf(rule))
  const target = useSignal<RuleTarget>(rule?.applies_to ?? 'members')
  const isChannelSpecific = useSignal(rule?.stream_ids != null)
  const channels = useSignal<readonly number[]>(rule?.stream_ids ?? [])
  const action = useSignal<RuleAction>(rule?.action ?? 'refuse')
  const minutes = useSignal(rule ? rule.restrict_minutes : defaultRestrictMinutes)
  const isForProfiles = useSignal(rule?.checks_profiles ?? false)
  const message = useSignal(rule?.message ?? '')
  const actionHelp = { restrict: m.restrictMore, hold: m.holdMore, report: m.reportMore }
  const profilesHelpId = useUniqueId()
  const condition = conditionOf(draft.value)
  const canCheckProfiles = profileKinds.includes(draft.value.kind)
  const checks_profiles = canCheckProfiles && isForProfiles.value
  const isEveryoneFull = organizationValue('waiting_period_threshold') === 0
  const chosen: readonly ChannelId[] | null = isChannelSpecific.value ? channels.value.map(asChannelId) : null
  const isMissingChannels = chosen !== null && (chosen.length === 0 || chosen.length > maxRuleChannels)
  const testable = condition &&
    !isMissingChannels && { condition, applies_to: target.value, stream_ids: chosen, checks_profiles }
  const run = async () => {
    if (!testable) return
    const fields = {
      ...{ ...testable, name: name.value.trim(), action: action.value, message: message.value.trim() },
      restrict_minutes: minutes.value,
    }
    if (!rule) await api.call(createModerationRule, { ...fields, stream_ids: chosen && [...chosen] })
    else {
      // send only changed fields, in case someone else has changed the others
      const changes = Object.entries(fields).filter(
        ([key, value]) => JSON.stringify(value) !== JSON.stringify(rule[key as keyof typeof fields]),
      )
      await api.call(updateModerationRule, { rule_id: rule.id, ...Object.fromEntries(changes) })
    }
  }
  return (
    <Form
      submit={rule ? m.save : m.addButton}
      isDisabled={!testable || name.value.trim() === ''}
      close={close}
      run={run}
      more={<RuleTrial rule={testable || undefined} close={close} />}
    >
      <label class="field">
        <span class="label">{m.name}</span>
        <input
          type="text"
          dir="auto"
          autocomplete="off"
          maxLength={maxRuleNameLength}
          value={name.value}
          onInput={({ currentTarget }) => (name.value = currentTarget.value)}
        />
      </label>
      <RuleFields draft={draft} />
      <fieldset>
        <legend>{m.appliesTo}</legend>
        {ruleTargets.toReversed().map((option) => (
          <label class="pick" key={option}>
            <input
              type="radio"
              name="target"
              checked={target.value === option}
              onChange={() => (target.value = option)}
            />
            {m.targets[option]}
          </label>
        ))}
        {target.value === 'new_members' && isEveryoneFull && <p class="soft small">{o.noNewMembers}</p>}
      </fieldset>
      <fieldset>
        <legend>{m.channels}</legend>
        {[false, true].map((option) => (
          <label class="pick" key={String(option)}>
            <input
              type="radio"
              name="channels"
              checked={isChannelSpecific.value === option}
              onChange={() => (isChannelSpecific.value = option)}
            />
            {option ? m.someChannels : m.allChannels}
          </label>
        ))}
      </fieldset>
      {isChannelSpecific.value && (
        <PickList label={p.whichChannels} filterLabel={p.findChannel} items={pickableChannels()} chosen={channels} />
      )}
      <fieldset>
        <legend>{m.action}</legend>
        {ruleActions.map((option) => (
          <label class="pick" key={option}>
            <input
              type="radio"
              name="action"
              checked={action.value === option}
              onChange={() => (action.value = option)}
            />
            {m.actions[option]}
          </label>
        ))}
        {action.value !== 'refuse' && <p class="soft small">{actionHelp[action.value]}</p>}
      </fieldset>
      {action.value === 'restrict' && (
        <>
          {isModerationLogPublic() && <p class="soft small">{s.inModerationLog}</p>}
          <LengthChoice minutes={minutes} />
        </>
      )}
      {canCheckProfiles && (
        <div>
          <label class="pick">
            <input
              type="checkbox"
              aria-describedby={profilesHelpId}
              checked={isForProfiles.value}
              onChange={({ currentTarget }) => (isForProfiles.value = currentTarget.checked)}
            />
            {m.profiles}
          </label>
          <p class="soft small" id={profilesHelpId}>
            {m.profilesMore}
          </p>
        </div>
      )}
      {(action.value !== 'report' || checks_profiles) && (
        <TextArea label={m.message} text={message} maxLength={maxRuleMessageLength} />
      )}
    </Form>
  )
}

function LengthChoice({ minutes }: { minutes: Signal<number | null> }) {
  const isListed = restrictLengths.some(([each]) => each === minutes.value)
  const choices = isListed ? restrictLengths : [[minutes.value, lengthText(minutes.value)] as const, ...restrictLengths]
  return (
    <fieldset>
      <legend>{s.howLong}</legend>
      {choices.map(([each, label]) => (
        <label class="pick" key={String(each)}>
          <input
            type="radio"
            name="restrict-length"
            checked={minutes.value === each}
            onChange={() => (minutes.value = each)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}

import {
  maxComparedLength,
  maxConditions,
  maxFieldLength,
  maxTriggerWords,
} from '../../../src/features/automations/automations/limits.ts'
import { maxTopicLength } from '../../../src/features/channels/channels/limits.ts'
import { WeekdayChoice } from '../../do-not-disturb/weekday-choice.tsx'
import { Icon } from '../../parts/icon.tsx'
import { IconButton } from '../../parts/icon-button.tsx'
import { canRead } from '../../permissions/rights.ts'
import { a } from '../../texts/automations.ts'
import { t as quiet } from '../../texts/quiet.ts'
import { ChannelField } from './channel-field.tsx'
import {
  type Condition,
  type ConditionChoice,
  conditionChoiceOf,
  conditionChoicesFor,
  newCondition,
} from './conditions.ts'
import type { TriggerKind } from './drafts.ts'
import { GroupField } from './group-field.tsx'
import { TextInput } from './text-input.tsx'
import { TimeField, ZoneField } from './time-fields.tsx'
import { WordsField } from './words-field.tsx'

interface Props {
  readonly conditions: readonly Condition[]
  /** The automation's channel; null for the organization. */
  readonly scope: number | null
  readonly trigger: TriggerKind
  change(conditions: readonly Condition[]): void
}

/** Nothing for triggers that can't have conditions. */
export function ConditionFields({ conditions, scope, trigger, change }: Props) {
  const choices = conditionChoicesFor(scope, trigger)
  const [first] = choices
  if (!first) return null
  return (
    <fieldset class="automation-part">
      <legend>{a.onlyIf}</legend>
      {conditions.length > 1 && <p class="soft small">{a.onlyIfHelp}</p>}
      {conditions.map((condition, index) => (
        <OneCondition
          key={index}
          condition={condition}
          number={index + 1}
          choices={choices}
          change={(changed) => change(conditions.map((current, at) => (at === index ? changed : current)))}
          remove={() => change(conditions.filter((_, at) => at !== index))}
        />
      ))}
      <button
        type="button"
        class="button"
        disabled={conditions.length >= maxConditions}
        onClick={() => change([...conditions, newCondition(first)])}
      >
        {a.addCondition}
      </button>
    </fieldset>
  )
}

interface ConditionProps {
  readonly condition: Condition
  readonly number: number
  readonly choices: readonly ConditionChoice[]
  change(condition: Condition): void
  remove(): void
}

function OneCondition({ condition, number, choices, change, remove }: ConditionProps) {
  return (
    <fieldset class="automation-step">
      <legend>{a.condition(number)}</legend>
      <div class="automation-line">
        <ConditionSelect label={a.condition(number)} condition={condition} choices={choices} change={change} />
        <IconButton label={a.removeCondition(number)} run={remove}>
          <Icon name="trash" />
        </IconButton>
      </div>
      <ConditionDetails condition={condition} change={change} />
    </fieldset>
  )
}

interface SelectProps extends Pick<ConditionProps, 'condition' | 'choices' | 'change'> {
  readonly label: string
}

export const ConditionSelect = ({ label, condition, choices, change }: SelectProps) => (
  <select
    class="grows"
    aria-label={label}
    value={conditionChoiceOf(condition)}
    onChange={({ currentTarget }) => change(newCondition(currentTarget.value as ConditionChoice, condition))}
  >
    {choices.map((choice) => (
      <option key={choice} value={choice}>
        {a.conditions[choice]}
      </option>
    ))}
  </select>
)

export function ConditionDetails({ condition, change }: Pick<ConditionProps, 'condition' | 'change'>) {
  if (condition.kind === 'topic_resolved') return null
  if (condition.kind === 'first_time') return <p class="soft small">{a.conditionHelp.first_time}</p>
  switch (condition.kind) {
    case 'group':
      return <GroupField chosen={condition.group_id} choose={(group_id) => change({ ...condition, group_id })} />
    case 'words':
      return (
        <WordsField
          words={condition.words}
          help={a.conditionHelp.words(maxTriggerWords)}
          change={(words) => change({ ...condition, words: [...words] })}
        />
      )
    case 'channel':
      return (
        <ChannelField
          label={a.channel}
          chosen={condition.stream_id}
          isOffered={canRead}
          choose={(stream_id) => change({ ...condition, stream_id })}
        />
      )
    case 'topic':
      return (
        <TextInput
          label={a.topicName}
          maxLength={maxTopicLength}
          value={condition.topic}
          change={(topic) => change({ ...condition, topic })}
        />
      )
    case 'field':
      return (
        <div class="automation-line">
          <TextInput
            label={a.conditionField}
            help={a.conditionHelp.field}
            grows
            isCode
            maxLength={maxFieldLength}
            value={condition.field}
            change={(field) => change({ ...condition, field })}
          />
          <TextInput
            label={a.conditionValue}
            maxLength={maxComparedLength}
            value={condition.value}
            change={(value) => change({ ...condition, value })}
          />
        </div>
      )
    case 'hours':
      return <Hours condition={condition} change={change} />
  }
}

interface HoursProps {
  readonly condition: Extract<Condition, { kind: 'hours' }>
  change(condition: Condition): void
}

function Hours({ condition, change }: HoursProps) {
  const { weekdays, from, to, timezone } = condition
  return (
    <>
      <fieldset>
        <legend>{a.days}</legend>
        <WeekdayChoice weekdays={weekdays} change={(days) => change({ ...condition, weekdays: [...days] })} />
      </fieldset>
      <div class="automation-line">
        <TimeField label={quiet.hoursFrom} time={from} change={(time) => change({ ...condition, from: time })} />
        <TimeField label={quiet.hoursTo} time={to} change={(time) => change({ ...condition, to: time })} />
        <ZoneField timezone={timezone} change={(zone) => change({ ...condition, timezone: zone })} />
      </div>
      {to <= from && <span class="soft small">{to === from ? quiet.wholeDay : quiet.nextDay}</span>}
    </>
  )
}

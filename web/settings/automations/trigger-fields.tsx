import { maxTriggerWords } from '../../../src/features/automations/automations/limits.ts'
import { isOrganizationTrigger } from '../../../src/features/automations/automations/triggers/scope-rules.ts'
import { maxTopicLength } from '../../../src/features/channels/channels/limits.ts'
import { canRead } from '../../permissions/rights.ts'
import { channels } from '../../store/channels.ts'
import { a } from '../../texts/automations.ts'
import { nameOrder } from '../../texts/locale.ts'
import { CommandFields } from './command-fields.tsx'
import { type EventTrigger, type MessageTrigger, newTrigger, type Trigger, type TriggerKind } from './drafts.ts'
import { EmojiField } from './emoji-field.tsx'
import { Field } from './field.tsx'
import { GroupField } from './group-field.tsx'
import { ScheduleFields } from './schedule-fields.tsx'
import { noChannel } from './steps.ts'
import { WordsField } from './words-field.tsx'

const kinds: readonly TriggerKind[] = [
  'schedule',
  'message',
  'reaction',
  'joined_channel',
  'joined_group',
  'left_group',
  'joined_organization',
  'topic_resolved',
  'manual',
  'webhook',
]

interface Props {
  readonly trigger: Trigger
  /** The automation's channel; null for the organization. */
  readonly scope: number | null
  change(trigger: Trigger): void
}

export function TriggerFields({ trigger, scope, change }: Props) {
  return (
    <fieldset class="automation-part">
      <legend>{a.when}</legend>
      <select
        aria-label={a.when}
        value={trigger.kind}
        onChange={({ currentTarget }) => change(newTrigger(currentTarget.value as TriggerKind))}
      >
        {kinds
          .filter((kind) => scope === null || !isOrganizationTrigger(kind))
          .map((kind) => (
            <option key={kind} value={kind}>
              {a.triggers[kind]}
            </option>
          ))}
      </select>
      {trigger.kind === 'schedule' && (
        <ScheduleFields schedule={trigger} change={(changes) => change({ ...trigger, ...changes })} />
      )}
      {trigger.kind === 'message' && <MessageFields trigger={trigger} scope={scope} change={change} />}
      {(trigger.kind === 'joined_channel' || trigger.kind === 'topic_resolved') && scope === null && (
        <PlaceField trigger={trigger} change={change} />
      )}
      {'group_id' in trigger && (
        <GroupField
          chosen={trigger.group_id}
          isOffered={({ is_system_group }) => !is_system_group}
          choose={(group_id) => change({ ...trigger, group_id })}
        />
      )}
      {trigger.kind === 'webhook' && <p class="soft small">{a.webhookHelp}</p>}
      {trigger.kind === 'manual' && <CommandFields trigger={trigger} change={change} />}
      {trigger.kind === 'reaction' && (
        <div class="automation-line">
          <EmojiField
            label={a.emoji}
            emoji={trigger}
            choose={({ emoji_name, emoji_code, reaction_type }) =>
              change({ ...trigger, emoji_name, emoji_code, reaction_type })
            }
          />
          {scope === null && <PlaceField trigger={trigger} change={change} />}
        </div>
      )}
    </fieldset>
  )
}

interface MessageProps {
  readonly trigger: MessageTrigger
  readonly scope: number | null
  change(trigger: Trigger): void
}

function MessageFields({ trigger, scope, change }: MessageProps) {
  const { topic, topic_match } = trigger
  return (
    <>
      {scope === null && <PlaceField trigger={trigger} change={change} />}
      <div class="automation-line">
        <Field label={a.topics}>
          {(attributes) => (
            <select
              {...attributes}
              value={topic === null ? 'any' : topic_match}
              onChange={({ currentTarget: { value } }) =>
                change({
                  ...trigger,
                  topic: value === 'any' ? null : (topic ?? ''),
                  topic_match: value === 'begins_with' ? value : 'is',
                })
              }
            >
              <option value="any">{a.topicMatches.any}</option>
              <option value="is">{a.topicMatches.is}</option>
              <option value="begins_with">{a.topicMatches.begins_with}</option>
            </select>
          )}
        </Field>
        {topic !== null && (
          <input
            class="grows"
            type="text"
            dir="auto"
            autocomplete="off"
            aria-label={a.topicName}
            maxLength={maxTopicLength}
            value={topic}
            onInput={({ currentTarget }) => change({ ...trigger, topic: currentTarget.value })}
          />
        )}
      </div>
      <WordsField
        words={trigger.words}
        help={a.wordsHelp(maxTriggerWords)}
        change={(words) => change({ ...trigger, words: [...words] })}
      />
    </>
  )
}

interface PlaceProps {
  readonly trigger: EventTrigger
  change(trigger: Trigger): void
}

function PlaceField({ trigger, change }: PlaceProps) {
  const { stream_id } = trigger
  const isAnyAllowed = trigger.kind !== 'joined_channel'
  const options = [...channels.value.values()]
    .filter((channel) => channel.stream_id === stream_id || (!channel.is_archived && canRead(channel)))
    .sort((channel, other) => nameOrder.compare(channel.name, other.name))
  const isKnown = stream_id === null || options.some((channel) => channel.stream_id === stream_id)
  return (
    <Field label={isAnyAllowed ? a.where : a.channel} grows>
      {(attributes) => (
        <select
          {...attributes}
          value={stream_id ?? ''}
          onChange={({ currentTarget: { value } }) =>
            change({ ...trigger, stream_id: value === '' ? null : Number(value) })
          }
        >
          {isAnyAllowed && <option value="">{a.allPublic}</option>}
          {!isKnown && (
            <option value={stream_id ?? ''}>{stream_id === noChannel ? a.chooseChannel : a.hiddenChannel}</option>
          )}
          {options.map((channel) => (
            <option key={channel.stream_id} value={channel.stream_id}>
              #{channel.name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

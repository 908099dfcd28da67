import { type Signal, useSignal } from '@preact/signals'
import type { ChannelId } from '#contract'
import { maxWrittenTopicLength } from '../../../src/features/channels/channels/limits.ts'
import type { Integration } from '../../../src/features/integrations/incoming-webhooks/api.ts'
import type { Bot } from '../../../src/features/people/users/bot-wire.ts'
import { channel, isSubscribed } from '../../store/channels.ts'
import { i } from '../../texts/integrations.ts'
import { r } from '../../texts/running.ts'
import { pickableChannels } from '../people/user-dialogs.tsx'

export type Usual = NonNullable<Bot['integrations'][number]['usual']>

/** The fields of a form about where an integration posts and what it leaves out. */
export interface IntegrationFields {
  /** An ID; empty for a direct message to the bot's owner. */
  readonly channel: Signal<string>
  readonly topic: Signal<string>
  readonly excluded: Signal<readonly string[]>
  readonly branches: Signal<string>
}

export function useIntegrationFields(usual: Usual): IntegrationFields {
  return {
    channel: useSignal(usual.stream_id === null ? '' : String(usual.stream_id)),
    topic: useSignal(usual.topic),
    excluded: useSignal<readonly string[]>(usual.exclude_events),
    branches: useSignal(usual.branches.join(', ')),
  }
}

/** A channel named like the tool, else the first one that the user is subscribed to. */
export function usualFor({ name, display_name }: Integration): Usual {
  const all = pickableChannels()
  const isNamed = (one: { name: string }) =>
    [name, display_name].some((word) => one.name.toLowerCase().includes(word.toLowerCase()))
  const chosen = all.find(isNamed) ?? all.find(({ id }) => isSubscribed(id)) ?? all[0]
  return { stream_id: chosen?.id ?? null, topic: '', exclude_events: [], branches: [] }
}

/** Parameters of `PUT /bots/{bot_id}/integrations/{integration}`. */
export const changesOf = ({ channel, topic, excluded, branches }: IntegrationFields) => ({
  stream_id: channel.value === '' ? null : (Number(channel.value) as ChannelId),
  topic: topic.value.trim(),
  exclude_events: [...excluded.value],
  branches: branches.value
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== ''),
})

export function DestinationFields({ fields, tool }: { fields: IntegrationFields; tool: Integration }) {
  const { channel: chosen, topic } = fields
  const all = pickableChannels()
  const isListed = chosen.value === '' || all.some(({ id }) => String(id) === chosen.value)
  return (
    <div class="integration-line">
      <label class="field">
        <span class="label">{r.testChannel}</span>
        <select value={chosen.value} onChange={({ currentTarget }) => (chosen.value = currentTarget.value)}>
          <option value="">{r.testOwner}</option>
          {!isListed && <option value={chosen.value}>{channel(Number(chosen.value))?.name ?? i.unknownChannel}</option>}
          {all.map(({ id, name }) => (
            <option key={id} value={String(id)}>
              #{name}
            </option>
          ))}
        </select>
      </label>
      {chosen.value !== '' && (
        <label class="field">
          <span class="label">{r.testTopic}</span>
          <input
            type="text"
            dir="auto"
            maxLength={maxWrittenTopicLength}
            value={topic.value}
            placeholder={tool.events.length > 0 ? i.ownTopics : ''}
            onInput={({ currentTarget }) => (topic.value = currentTarget.value)}
          />
          {tool.events.length > 0 && <span class="soft small">{i.topicHelp(tool.display_name)}</span>}
        </label>
      )}
    </div>
  )
}

export function EventFields({ fields, tool }: { fields: IntegrationFields; tool: Integration }) {
  const { excluded, branches } = fields
  return (
    <>
      {tool.category_key === 'code' && (
        <label class="field">
          <span class="label">{i.branches}</span>
          <input
            type="text"
            dir="ltr"
            maxLength={2_000}
            value={branches.value}
            onInput={({ currentTarget }) => (branches.value = currentTarget.value)}
          />
          <span class="soft small">{i.branchesHelp}</span>
        </label>
      )}
      {tool.events.length > 1 && (
        <fieldset class="integration-events">
          <legend>{i.events}</legend>
          <p class="soft small">{i.eventsHelp}</p>
          {tool.events.map(({ name, description }) => (
            <label class="pick" key={name} lang="en">
              <input
                type="checkbox"
                checked={!excluded.value.includes(name)}
                onChange={({ currentTarget }) => {
                  const others = excluded.value.filter((one) => one !== name)
                  excluded.value = currentTarget.checked ? others : [...others, name]
                }}
              />
              <span>
                {description} <code class="soft small">{name}</code>
              </span>
            </label>
          ))}
        </fieldset>
      )}
    </>
  )
}

import { type Signal, useSignal } from '@preact/signals'
import type { UserId } from '#contract'
import {
  type Integration,
  maxSecret,
  maxTemplate,
  previewTemplate,
  setBotIntegration,
} from '../../../src/features/integrations/incoming-webhooks/api.ts'
import type { User } from '../../../src/features/people/users/wire.ts'
import { Refusal, useActions } from '../../controls/actions.tsx'
import { i } from '../../texts/integrations.ts'
import { r } from '../../texts/running.ts'
import { api } from '../../transport/api.ts'
import { Rendered } from '../organization/rendered.tsx'
import { changesOf, DestinationFields, EventFields, type Usual, useIntegrationFields } from './integration-fields.tsx'
import { admit } from './new-bot.ts'
import { isPlainFormat } from './tools.ts'
import { integrationsOf } from './webhook-bots.ts'

/** Changes where an integration posts, what it leaves out, its secret, and its templates. */
export function IntegrationSettings({ bot, tool }: { bot: User; tool: Integration }) {
  const own = integrationsOf(bot.user_id).find(({ name }) => name === tool.name)
  const isSaved = useSignal(false)
  return (
    <section class="integration-settings">
      <h4 class="integration-part">{i.settings}</h4>
      <UsualForm
        // the event with the settings of a new integration comes later than the page
        key={String(own?.usual !== undefined && own.usual !== null)}
        bot={bot}
        tool={tool}
        usual={own?.usual ?? nothingUsual}
        isSaved={isSaved}
      />
      {!isPlainFormat(tool.name) && <SecretForm bot={bot} tool={tool} hasSecret={own?.has_secret ?? false} />}
      {tool.name === 'generic' && <Templates bot={bot} topic={own?.topic ?? ''} text={own?.text ?? ''} />}
    </section>
  )
}

const nothingUsual: Usual = { stream_id: null, topic: '', exclude_events: [], branches: [] }

interface UsualProps {
  readonly bot: User
  readonly tool: Integration
  readonly usual: Usual
  readonly isSaved: Signal<boolean>
}

function UsualForm({ bot, tool, usual, isSaved }: UsualProps) {
  const bot_id = bot.user_id as UserId
  const actions = useActions()
  const fields = useIntegrationFields(usual)
  return (
    <form
      class="integration-form"
      onSubmit={(event) => {
        event.preventDefault()
        actions.run('save', async () => {
          isSaved.value = false
          const changes = changesOf(fields)
          await admit(bot_id, changes.stream_id)
          await api.call(setBotIntegration, { bot_id, integration: tool.name, ...changes })
          isSaved.value = true
        })
      }}
    >
      <DestinationFields fields={fields} tool={tool} />
      <p class="soft small">{i.usualHelp}</p>
      {tool.events.length > 1 && (
        <details class="integration-more">
          <summary>{tool.category_key === 'code' ? i.eventsAndBranches : i.events}</summary>
          <EventFields fields={fields} tool={tool} />
        </details>
      )}
      <button type="submit" class="button" disabled={actions.isBusy('save')}>
        {i.save}
      </button>
      <p class="small" role="status">
        {isSaved.value ? i.saved : ''}
      </p>
      <Refusal text={actions.problem('save')} />
    </form>
  )
}

function SecretForm({ bot, tool, hasSecret }: { bot: User; tool: Integration; hasSecret: boolean }) {
  const bot_id = bot.user_id as UserId
  const actions = useActions()
  const secret = useSignal('')
  const save = (changes: { secret: string }) =>
    actions.run('secret', async () => {
      await api.call(setBotIntegration, { bot_id, integration: tool.name, ...changes })
      secret.value = ''
    })
  return (
    <form
      class="integration-form"
      onSubmit={(event) => {
        event.preventDefault()
        save({ secret: secret.value })
      }}
    >
      <label class="field">
        <span class="label">{r.secretOf(tool.display_name)}</span>
        <input
          type="password"
          autocomplete="off"
          maxLength={maxSecret}
          dir="ltr"
          value={secret.value}
          placeholder={hasSecret ? r.secretIsSet : ''}
          onInput={({ currentTarget }) => (secret.value = currentTarget.value)}
        />
      </label>
      <p class="soft small">{hasSecret ? r.secretSet : r.secretNotSet}</p>
      <div class="integration-actions">
        <button type="submit" class="button" disabled={secret.value.trim() === '' || actions.isBusy('secret')}>
          {r.saveSecret}
        </button>
        {hasSecret && (
          <button
            type="button"
            class="button quiet"
            disabled={actions.isBusy('secret')}
            onClick={() => save({ secret: '' })}
          >
            {r.removeSecret}
          </button>
        )}
      </div>
      <Refusal text={actions.problem('secret')} />
    </form>
  )
}

const example = '{"event": "order", "customer": "Ada", "items": [{"name": "Jam"}]}'

function Templates({ bot, topic: oldTopic, text: oldText }: { bot: User; topic: string; text: string }) {
  const bot_id = bot.user_id as UserId
  const actions = useActions()
  const [topic, text, payload] = [useSignal(oldTopic), useSignal(oldText), useSignal(example)]
  const seen = useSignal<{ topic: string; rendered: string } | undefined>(undefined)
  const isSaved = useSignal(false)
  const templates = () => ({ topic_template: topic.value, text_template: text.value })
  return (
    <form
      class="integration-form"
      onSubmit={(event) => {
        event.preventDefault()
        actions.run('save', async () => {
          isSaved.value = false
          await api.call(setBotIntegration, { bot_id, integration: 'generic', ...templates() })
          isSaved.value = true
        })
      }}
    >
      <label class="field">
        <span class="label">{r.topicTemplate}</span>
        <input
          dir="ltr"
          maxLength={maxTemplate.topic}
          value={topic.value}
          onInput={({ currentTarget }) => (topic.value = currentTarget.value)}
        />
      </label>
      <label class="field">
        <span class="label">{r.textTemplate}</span>
        <textarea
          dir="ltr"
          rows={5}
          maxLength={maxTemplate.text}
          value={text.value}
          onInput={({ currentTarget }) => (text.value = currentTarget.value)}
        />
      </label>
      <p class="soft small">{r.templateHelp}</p>
      <label class="field">
        <span class="label">{r.pastedPayload}</span>
        <textarea
          dir="ltr"
          rows={4}
          value={payload.value}
          onInput={({ currentTarget }) => (payload.value = currentTarget.value)}
        />
      </label>
      <button
        type="button"
        class="button"
        disabled={actions.isBusy('preview')}
        onClick={() =>
          actions.run('preview', async () => {
            seen.value = undefined
            seen.value = await api.call(previewTemplate, { ...templates(), payload: parsed(payload.value) })
          })
        }
      >
        {r.preview}
      </button>{' '}
      <button type="submit" class="button primary" disabled={actions.isBusy('save')}>
        {r.saveTemplates}
      </button>
      <p role="status">{isSaved.value ? r.templatesSaved : ''}</p>
      <Refusal text={actions.problem('preview') || actions.problem('save')} />
      {seen.value && (
        <div class="integration-preview">
          <b dir="auto">{seen.value.topic}</b>
          <Rendered html={seen.value.rendered} />
        </div>
      )}
    </form>
  )
}

/** If it isn't JSON, the server gets it as text and explains what's wrong. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

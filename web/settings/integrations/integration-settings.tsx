import { useSignal } from '@preact/signals'
import type { UserId } from '#contract'
import {
  type Integration,
  maxSecret,
  maxTemplate,
  previewTemplate,
  setBotIntegration,
} from '../../../src/features/integrations/incoming-webhooks/api.ts'
import type { Bot } from '../../../src/features/people/users/bot-wire.ts'
import type { User } from '../../../src/features/people/users/wire.ts'
import { Refusal, useActions } from '../../controls/actions.tsx'
import { part } from '../../store/connection.ts'
import { r } from '../../texts/running.ts'
import { api } from '../../transport/api.ts'
import { Rendered } from '../organization/rendered.tsx'

const bots = part<Bot[] | undefined>('realm_bots')

export function IntegrationSettings({ bot, tool }: { bot: User; tool: Integration }) {
  const bot_id = bot.user_id as UserId
  const actions = useActions()
  const secret = useSignal('')
  const own = bots.value
    ?.find(({ user_id }) => user_id === bot.user_id)
    ?.integrations?.find(({ name }) => name === tool.name)
  const save = (changes: { secret: string }) =>
    actions.run('secret', async () => {
      await api.call(setBotIntegration, { bot_id, integration: tool.name, ...changes })
      secret.value = ''
    })
  return (
    <section class="integration-settings">
      <form
        class="integration-test"
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
            placeholder={own?.has_secret ? r.secretIsSet : ''}
            onInput={({ currentTarget }) => (secret.value = currentTarget.value)}
          />
        </label>
        <p class="soft small">{own?.has_secret ? r.secretSet : r.secretNotSet}</p>
        <button type="submit" class="button" disabled={secret.value.trim() === '' || actions.isBusy('secret')}>
          {r.saveSecret}
        </button>{' '}
        {own?.has_secret && (
          <button
            type="button"
            class="button quiet"
            disabled={actions.isBusy('secret')}
            onClick={() => save({ secret: '' })}
          >
            {r.removeSecret}
          </button>
        )}
        <Refusal text={actions.problem('secret')} />
      </form>
      {tool.name === 'generic' && <Templates bot={bot} topic={own?.topic ?? ''} text={own?.text ?? ''} />}
    </section>
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
      class="integration-test"
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

import './access-tokens.css'
import { useSignal } from '@preact/signals'
import type { Scope } from '#contract'
import {
  type AccessToken,
  getAccessTokens,
  maxTokenNameLength,
  renameAccessToken,
  revokeAccessToken,
} from '../../../src/areas/access-tokens/api.ts'
import { Form } from '../../message-actions/form.tsx'
import { openDialog } from '../../parts/dialog.tsx'
import { useFirstFocus } from '../../parts/first-focus.ts'
import { channels } from '../../store/channels.ts'
import { enAccessTokens as t } from '../../texts/en-access-tokens.ts'
import { o } from '../../texts/own.ts'
import { api } from '../../transport/api.ts'
import { dayOf, timeOf } from '../controls/day.ts'
import { Refusal } from '../controls/deeds.tsx'
import { useLoaded } from '../controls/loaded.ts'
import { openTokenForm } from './access-token-form.tsx'
import { TokenHolder, useHolder } from './access-token-holder.tsx'

/** What programs act with that act for oneself, or for a bot of one's own. */
export function AccessTokens() {
  const holder = useHolder()
  const asked = holder.value === undefined ? {} : { bot_id: holder.value }
  const all = useLoaded(async () => (await api.call(getAccessTokens, asked)).access_tokens, {
    types: ['access_token'],
    key: holder.value,
  })
  return (
    <>
      <p class="lead">{t.lead}</p>
      <TokenHolder chosen={holder} />
      <p class="setting-buttons token-buttons">
        <button
          type="button"
          class="button primary"
          onClick={() => openTokenForm({ botId: holder.value, made: all.reload })}
        >
          {t.make}
        </button>
      </p>
      <Refusal text={all.problem} />
      {!all.value && !all.problem && (
        <p class="soft" role="status">
          {o.loading}
        </p>
      )}
      {all.value?.length === 0 && <p class="soft list-empty">{t.none}</p>}
      {all.value && all.value.length > 0 && (
        <ul class="list-of access-tokens" aria-label={t.list}>
          {all.value.map((one) => (
            <li key={one.id}>
              <Row token={one as AccessToken} changed={all.reload} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const scopeName = (scope: Scope): string => t.scopes[scope]?.[0] ?? scope

function limitsOf({ scopes, channel_ids, expires_at }: AccessToken): string[] {
  const places = channel_ids?.map((id) => `#${channels.value.get(id)?.name ?? id}`)
  const isOver = expires_at !== null && expires_at * 1000 <= Date.now()
  return [
    t.listed(scopes.map(scopeName)),
    ...(places ? [t.inChannels(places)] : []),
    ...(expires_at === null ? [] : [(isOver ? t.expired : t.expires)(timeOf(expires_at))]),
  ]
}

function Row({ token, changed }: { token: AccessToken; changed: () => Promise<void> }) {
  const { name, date_created, last_used, program } = token
  return (
    <div class="list-row">
      <div class="list-words">
        <b dir="auto">{name}</b>
        <p class="soft small">{limitsOf(token).join(' · ')}</p>
        {program && <p class="soft small">{t.program(program.name, program.host)}</p>}
        <p class="soft small">
          {t.since(dayOf(date_created))} · {last_used === null ? t.neverUsed : t.lastUsed(timeOf(last_used))}
        </p>
      </div>
      <button
        type="button"
        class="button"
        aria-label={t.renameOf(name)}
        onClick={() => openDialog({ title: t.renameOf(name) }, (close) => <Rename {...{ token, changed, close }} />)}
      >
        {t.rename}
      </button>
      <button
        type="button"
        class="button quiet"
        aria-label={`${t.revoke}: ${name}`}
        onClick={() => ask(token, changed)}
      >
        {t.revoke}
      </button>
    </div>
  )
}

function ask({ id, name }: AccessToken, changed: () => Promise<void>): void {
  const run = async () => {
    await api.call(revokeAccessToken, { token_id: id })
    await changed()
  }
  void openDialog({ title: t.revokeOf(name) }, (close) => (
    <Form submit={t.revoke} isDanger close={close} run={run}>
      <p>{t.revokeMore}</p>
    </Form>
  ))
}

interface RenameProps {
  readonly token: AccessToken
  changed(): Promise<void>
  close(): void
}

function Rename({ token: { id, name: before }, changed, close }: RenameProps) {
  const name = useSignal(before)
  const field = useFirstFocus<HTMLInputElement>()
  const run = async () => {
    await api.call(renameAccessToken, { token_id: id, name: name.value.trim() })
    await changed()
  }
  return (
    <Form submit={t.rename} isDisabled={name.value.trim() === ''} close={close} run={run}>
      <label class="field">
        <span class="label">{t.name}</span>
        <input
          ref={field}
          type="text"
          dir="auto"
          maxLength={maxTokenNameLength}
          value={name.value}
          onInput={({ currentTarget }) => (name.value = currentTarget.value)}
        />
      </label>
    </Form>
  )
}

import './access-tokens.css'
import { list } from 'messages:format'
import type { Scope } from '#contract'
import {
  type AccessToken,
  getAccessTokens,
  maxTokenNameLength,
  renameAccessToken,
  revokeAccessToken,
} from '../../../src/features/sign-in/access-tokens/api.ts'
import { dayOf, timeOf } from '../../controls/day.ts'
import { useLoaded } from '../../controls/loaded.ts'
import { channels } from '../../store/channels.ts'
import { accessTokens as t } from '../../texts/access-tokens.ts'
import { api } from '../../transport/api.ts'
import { openTokenForm } from './access-token-form.tsx'
import { TokenHolder, useHolder } from './access-token-holder.tsx'
import { NamedList } from './named-list.tsx'

const texts = { ...t, remove: t.revoke, removeOf: t.revokeOf, removeMore: t.revokeMore }

export function AccessTokens() {
  const holder = useHolder()
  const asked = holder.value === undefined ? {} : { bot_id: holder.value }
  const all = useLoaded(async () => (await api.call(getAccessTokens, asked)).access_tokens as AccessToken[], {
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
      <NamedList
        all={all}
        texts={texts}
        maxNameLength={maxTokenNameLength}
        rename={(token_id, name) => api.call(renameAccessToken, { token_id, name })}
        remove={(token_id) => api.call(revokeAccessToken, { token_id })}
      >
        {(token) => <Words token={token} />}
      </NamedList>
    </>
  )
}

const scopeName = (scope: Scope): string => t.scopes[scope]?.label ?? scope

function limitsOf({ scopes, channel_ids, expires_at }: AccessToken): string[] {
  const places = channel_ids?.map((id) => `#${channels.value.get(id)?.name ?? id}`)
  const isOver = expires_at !== null && expires_at * 1000 <= Date.now()
  return [
    list(scopes.map(scopeName)),
    ...(places ? [t.inChannels(places)] : []),
    ...(expires_at === null ? [] : [(isOver ? t.expired : t.expires)(timeOf(expires_at))]),
  ]
}

function Words({ token }: { token: AccessToken }) {
  const { date_created, last_used, program } = token
  return (
    <>
      <p class="soft small">{limitsOf(token).join(' · ')}</p>
      {program && <p class="soft small">{t.program(program.name, program.host)}</p>}
      <p class="soft small">
        {t.since(dayOf(date_created))} · {last_used === null ? t.neverUsed : t.lastUsed(timeOf(last_used))}
      </p>
    </>
  )
}

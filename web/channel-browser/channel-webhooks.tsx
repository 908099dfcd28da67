import { useSignal } from '@preact/signals'
import { botTypes, type ChannelId, type UserId } from '#contract'
import { type ChannelWebhook, getChannelWebhooks } from '../../src/features/integrations/incoming-webhooks/api.ts'
import { getBotApiKey } from '../../src/features/people/users/bot-api.ts'
import type { Bot } from '../../src/features/people/users/bot-wire.ts'
import { dayOf } from '../controls/day.ts'
import { useLoaded } from '../controls/loaded.ts'
import { amAdministrator } from '../controls/own-role.ts'
import { Avatar } from '../entities/avatar.tsx'
import { reasonOf } from '../parts/refusal.ts'
import type { Channel } from '../store/channels.ts'
import { part } from '../store/connection.ts'
import { nameOf, ownId, person } from '../store/people.ts'
import { t } from '../texts/channel-general.ts'
import { api } from '../transport/api.ts'
import { pageAddress } from '../transport/place.ts'
import { SecretAddress } from './secret-address.tsx'

const bots = part<Bot[] | undefined>('realm_bots')
const kinds = Object.keys(t.webhookKinds) as (keyof typeof t.webhookKinds)[]

export function ChannelWebhooks({ one }: { one: Channel }) {
  const stream_id = one.stream_id as ChannelId
  const { value, problem } = useLoaded(
    async () => (await api.call(getChannelWebhooks, { stream_id })).incoming_webhooks,
    { types: ['realm_bot'], key: stream_id },
  )
  const mine = (bots.value ?? [])
    .map(({ user_id }) => user_id)
    .filter((id) => person(id)?.is_active && person(id)?.bot_type === botTypes.incomingWebhook)
  const posting = new Map((value ?? []).map((each) => [each.bot_id as number, each]))
  const isUsual = (id: number) =>
    bots.value
      ?.find(({ user_id }) => user_id === id)
      ?.integrations.some(({ usual }) => usual?.stream_id === one.stream_id)
  const here = mine.filter((id) => posting.has(id))
  const others = mine.filter((id) => !posting.has(id))
  return (
    <section aria-label={t.webhooks}>
      <h4>{t.webhooks}</h4>
      <p class="soft">{amAdministrator() ? t.webhooksOfAll : t.webhooksOfOneself}</p>
      {problem !== '' && (
        <p class="setting-problem" role="alert">
          {problem}
        </p>
      )}
      {value && here.length === 0 && <p class="soft">{t.noWebhooksHere}</p>}
      {here.length > 0 && (
        <ul class="webhooks" aria-label={t.webhooks}>
          {here.map((id) => (
            <Webhook key={id} id={id} one={one} isUsual={isUsual(id) === true} posts={posting.get(id)} />
          ))}
        </ul>
      )}
      {value && others.length > 0 && (
        <details>
          <summary>{t.otherWebhooks(others.length)}</summary>
          <ul class="webhooks" aria-label={t.otherWebhooks(others.length)}>
            {others.map((id) => (
              <Webhook key={id} id={id} one={one} isUsual={false} />
            ))}
          </ul>
        </details>
      )}
      {mine.length === 0 && (
        <p>
          <a class="plain" href="#settings/your-bots">
            {t.makeBot}
          </a>
        </p>
      )}
    </section>
  )
}

interface WebhookProps {
  readonly id: number
  readonly one: Channel
  readonly isUsual: boolean
  readonly posts?: ChannelWebhook | undefined
}

function Webhook({ id, one, isUsual, posts }: WebhookProps) {
  const key = useSignal('')
  const problem = useSignal('')
  const name = nameOf(id)
  const show = async () => {
    problem.value = ''
    try {
      key.value = (await api.call(getBotApiKey, { bot_id: id as UserId })).api_key
    } catch (refusal) {
      problem.value = reasonOf(refusal)
    }
  }
  const addressOf = (kind: string) =>
    `${pageAddress()}api/v1/external/${kind}?api_key=${key.value}&stream=${one.stream_id}`
  const owner = person(id)?.bot_owner_id
  const facts = [
    owner === ownId.value ? t.webhookOwn : owner ? t.webhookOf(nameOf(owner)) : t.orphanedWebhook,
    posts?.posts_since ? t.postsSince(dayOf(posts.posts_since)) : posts && t.hasNotPosted,
    posts?.posted_last && t.postedLast(dayOf(posts.posted_last)),
    isUsual && t.usualHere,
  ]
  return (
    <li class="webhook">
      <div class="webhook-line">
        <Avatar userId={id} size={28} />
        <span class="webhook-words">
          <span dir="auto">{name}</span>
          <span class="soft small" dir="auto">
            {facts.filter(Boolean).join(' · ')}
          </span>
        </span>
        {key.value === '' && (
          <button type="button" class="button" aria-label={t.showAddressOf(name)} onClick={() => void show()}>
            {t.emailShow}
          </button>
        )}
      </div>
      {key.value !== '' &&
        kinds.map((kind) => (
          <div key={kind}>
            <span class="soft">{t.webhookKinds[kind]}</span>
            <SecretAddress label={`${name}, ${t.webhookKinds[kind]}`} address={addressOf(kind)} />
          </div>
        ))}
      {problem.value !== '' && (
        <p class="setting-problem" role="alert">
          {problem.value}
        </p>
      )}
    </li>
  )
}

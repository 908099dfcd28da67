import './bots.css'
import { useSignal } from '@preact/signals'
import { asUserId, botTypes } from '#contract'
import {
  deactivateBot,
  getBotApiKey,
  getBots,
  regenerateBotApiKey,
} from '../../../src/features/people/users/bot-api.ts'
import type { Bot } from '../../../src/features/people/users/bot-wire.ts'
import { botRuleOf } from '../../../src/features/people/users/rules.ts'
import type { User } from '../../../src/features/people/users/wire.ts'
import { Avatar } from '../../entities/avatar.tsx'
import { copy } from '../../parts/clipboard.ts'
import { openDialog } from '../../parts/dialog.tsx'
import { downloadText } from '../../parts/download.ts'
import { Form } from '../../parts/form.tsx'
import { reasonOf } from '../../parts/refusal.ts'
import { can } from '../../permissions/rights.ts'
import { part } from '../../store/connection.ts'
import { ownId, people } from '../../store/people.ts'
import { bots as t } from '../../texts/bots.ts'
import { nameOrder } from '../../texts/locale.ts'
import { api } from '../../transport/api.ts'
import { pageAddress } from '../../transport/place.ts'
import { openBotForm } from './bot-form.tsx'
import { botserverrc, zuliprc } from './zuliprc.ts'

const details = part<Bot[]>('realm_bots')
const site = () => pageAddress().replace(/\/$/, '')

export function Bots() {
  const own = [...people.value.values()]
    .filter((one) => one.is_bot && one.is_active && one.bot_owner_id === ownId.value)
    .sort((a, b) => nameOrder.compare(a.full_name, b.full_name))
  const canMakeAny = can(botRuleOf(botTypes.generic))
  const canMake = can(botRuleOf(botTypes.incomingWebhook))
  const problem = useSignal('')
  const hasWebhooks = own.some(({ bot_type }) => bot_type === botTypes.outgoingWebhook)
  const downloadAll = async () => {
    problem.value = ''
    try {
      const { bots } = await api.call(getBots, {})
      const webhooks = bots.filter(({ services }) => services.length > 0)
      const all = webhooks.map(({ username, api_key, services }) => ({
        email: username,
        key: api_key,
        site: site(),
        token: services[0]?.token ?? '',
      }))
      downloadText('botserverrc', botserverrc(all))
    } catch (refusal) {
      problem.value = reasonOf(refusal)
    }
  }
  return (
    <>
      <p class="lead">{t.lead}</p>
      <p class="setting-buttons bot-buttons">
        {canMake && (
          <button type="button" class="button primary" onClick={() => openBotForm({ canMakeAny })}>
            {t.make}
          </button>
        )}
        {hasWebhooks && (
          <button type="button" class="button" onClick={() => void downloadAll()}>
            {t.downloadWebhooks}
          </button>
        )}
      </p>
      {!canMakeAny && <p class="soft">{canMake ? t.onlyWriting : t.cannot}</p>}
      {problem.value !== '' && (
        <p class="setting-problem" role="alert">
          {problem.value}
        </p>
      )}
      {own.length === 0 && <p class="soft list-empty">{t.none}</p>}
      <ul class="bots" aria-label={t.list}>
        {own.map((bot) => (
          <BotRow
            key={bot.user_id}
            bot={bot}
            detail={(details.value ?? []).find(({ user_id }) => user_id === bot.user_id)}
          />
        ))}
      </ul>
    </>
  )
}

function BotRow({ bot, detail }: { bot: User; detail: Bot | undefined }) {
  const key = useSignal('')
  const problem = useSignal('')
  const id = asUserId(bot.user_id)
  const tried = (act: () => Promise<unknown>) => {
    problem.value = ''
    act().catch((refusal: unknown) => {
      problem.value = reasonOf(refusal)
    })
  }
  const askKey = async () => (key.value ||= (await api.call(getBotApiKey, { bot_id: id })).api_key)
  const service = detail?.services[0]
  const download = async () => {
    const email = bot.delivery_email ?? bot.email
    const shown = key.peek() || (await api.call(getBotApiKey, { bot_id: id })).api_key
    downloadText('zuliprc', zuliprc({ email, key: shown, site: site() }))
  }
  return (
    <li>
      <Avatar key={bot.avatar_version} userId={bot.user_id} size={40} />
      <div class="bot-words">
        <p>
          <b dir="auto">{bot.full_name}</b> <span class="soft">{t.kinds[bot.bot_type ?? botTypes.generic]}</span>
        </p>
        <dl>
          <dt>{t.email}</dt>
          <dd>{bot.delivery_email ?? bot.email}</dd>
          <dt>{t.key}</dt>
          <dd>
            {key.value === '' ? (
              <button
                type="button"
                class="plain"
                aria-label={`${t.showKey}: ${t.key}, ${bot.full_name}`}
                onClick={() => tried(askKey)}
              >
                {t.showKey}
              </button>
            ) : (
              <>
                <code>{key.value}</code>{' '}
                <button type="button" class="plain" onClick={() => void copy(key.value)}>
                  {t.copy}
                </button>{' '}
                <button type="button" class="plain" onClick={() => (key.value = '')}>
                  {t.hideKey}
                </button>
              </>
            )}
          </dd>
          {service && (
            <>
              <dt>{t.url}</dt>
              <dd>{service.base_url}</dd>
              <dt>{t.token}</dt>
              <dd>
                <code>{service.token}</code>
              </dd>
            </>
          )}
        </dl>
        {problem.value !== '' && (
          <p class="setting-problem" role="alert">
            {problem.value}
          </p>
        )}
        <p class="bot-actions">
          {bot.bot_type === botTypes.incomingWebhook && (
            <a class="button" aria-label={t.webhookUrlOf(bot.full_name)} href={`#organization/integrations/${id}`}>
              {t.webhookUrl}
            </a>
          )}
          <button
            type="button"
            class="button"
            aria-label={t.editing(bot.full_name)}
            onClick={() => openBotForm({ bot, ...(detail ? { detail } : {}) })}
          >
            {t.edit}
          </button>
          <button type="button" class="button" aria-label={t.downloadOf(bot.full_name)} onClick={() => tried(download)}>
            {t.download}
          </button>
          <button
            type="button"
            class="button"
            aria-label={`${t.newKey}: ${bot.full_name}`}
            onClick={() =>
              openQuestion(t.newKeyOf(bot.full_name), t.newKeyMore, t.makeKey, async () => {
                key.value = (await api.call(regenerateBotApiKey, { bot_id: id })).api_key
              })
            }
          >
            {t.newKey}
          </button>
          <button
            type="button"
            class="button quiet"
            aria-label={`${t.deactivate}: ${bot.full_name}`}
            onClick={() =>
              openQuestion(t.deactivateOf(bot.full_name), t.deactivateMore, t.deactivate, () =>
                api.call(deactivateBot, { bot_id: id }),
              )
            }
          >
            {t.deactivate}
          </button>
        </p>
      </div>
    </li>
  )
}

function openQuestion(title: string, text: string, submit: string, run: () => Promise<unknown>): void {
  void openDialog({ title }, (close) => (
    <Form submit={submit} isDanger close={close} run={run}>
      <p>{text}</p>
    </Form>
  ))
}

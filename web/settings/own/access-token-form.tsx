import { type Signal, useSignal } from '@preact/signals'
import { asChannelId, type Scope, scopes, type UserId } from '#contract'
import { fetchTransport, LoquatClient } from '../../../client/index.ts'
import {
  createAccessToken,
  maxTokenChannels,
  maxTokenNameLength,
} from '../../../src/features/sign-in/access-tokens/api.ts'
import { copy } from '../../parts/clipboard.ts'
import { openDialog } from '../../parts/dialog.tsx'
import { useFirstFocus } from '../../parts/first-focus.ts'
import { Form } from '../../parts/form.tsx'
import { channels } from '../../store/channels.ts'
import { part } from '../../store/connection.ts'
import { ownId, person } from '../../store/people.ts'
import { accessTokens as t } from '../../texts/access-tokens.ts'
import { nameOrder } from '../../texts/locale.ts'
import { api } from '../../transport/api.ts'
import { pageAddress } from '../../transport/place.ts'
import { useSecondStep } from './second-step.tsx'

/** Days until a token expires; 0 is never. */
const expiries = [0, 7, 30, 90, 365] as const

interface DialogOptions {
  /** Undefined for a token of the user's own. */
  readonly botId: UserId | undefined
  made(): Promise<void>
}

const secondsOfDay = 86_400

export function openTokenForm(asked: DialogOptions): void {
  void openDialog({ title: t.make }, (close) => <TokenForm {...asked} close={close} />)
}

/** A client authenticated with the password or API key: a browser session alone can't create tokens. */
export async function clientWith(
  secret: string,
  hasPasswords: boolean,
  keyFor: (username: string, password: string) => Promise<string>,
) {
  const own = person(ownId.value)
  const address = own?.delivery_email ?? own?.email ?? ''
  const apiKey = hasPasswords ? await keyFor(address, secret) : secret.trim()
  const site = pageAddress().replace(/\/$/, '')
  return new LoquatClient({ email: address, apiKey, transport: fetchTransport(site) })
}

function TokenForm({ botId, made, close }: DialogOptions & { close: () => void }) {
  const name = useSignal('')
  const wanted = useSignal<readonly Scope[]>(['read'])
  const isLimited = useSignal(false)
  const places = useSignal<readonly number[]>([])
  const days = useSignal(90)
  const secret = useSignal('')
  const step = useSecondStep()
  const token = useSignal('')
  const field = useFirstFocus<HTMLInputElement>()
  const hasPasswords = part<boolean>('realm_password_auth_enabled').value !== false
  const isOwn = botId === undefined
  const isWhole =
    name.value.trim() !== '' &&
    wanted.value.length > 0 &&
    (!isLimited.value || places.value.length > 0) &&
    (!isOwn || secret.value !== '')
  if (token.value !== '') return <Shown token={token.value} close={close} />
  const run = async () => {
    const caller = isOwn ? await clientWith(secret.value, hasPasswords, step.keyFor) : api
    const answer = await caller.call(createAccessToken, {
      name: name.value.trim(),
      scopes: [...wanted.value],
      ...(isLimited.value ? { channel_ids: places.value.map(asChannelId) } : {}),
      ...(days.value > 0 ? { expires_at: Math.floor(Date.now() / 1000) + days.value * secondsOfDay } : {}),
      ...(isOwn ? {} : { bot_id: botId }),
    })
    token.value = answer.token
    await made()
  }
  return (
    // stays open to show the token
    <Form submit={t.make} isDisabled={!isWhole} close={() => token.peek() === '' && close()} run={run}>
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
        <span class="soft small">{t.nameHelp}</span>
      </label>
      <Scopes wanted={wanted} />
      <Places isLimited={isLimited} places={places} />
      <label class="field">
        <span class="label">{t.expiry}</span>
        <select value={days.value} onChange={({ currentTarget }) => (days.value = Number(currentTarget.value))}>
          {expiries.map((number) => (
            <option key={number} value={number}>
              {t.expiries[number]}
            </option>
          ))}
        </select>
      </label>
      {isOwn && <SecretField secret={secret} hasPasswords={hasPasswords} />}
      {step.field}
    </Form>
  )
}

/** The user's password, or API key if the server has no passwords. */
export const SecretField = ({ secret, hasPasswords }: { secret: Signal<string>; hasPasswords: boolean }) => (
  <label class="field">
    <span class="label">{hasPasswords ? t.password : t.apiKey}</span>
    <input
      type="password"
      autocomplete={hasPasswords ? 'current-password' : 'off'}
      value={secret.value}
      onInput={({ currentTarget }) => (secret.value = currentTarget.value)}
    />
    <span class="soft small">{t.passwordHelp}</span>
  </label>
)

const Scopes = ({ wanted }: { wanted: Signal<readonly Scope[]> }) => (
  <fieldset>
    <legend>{t.scopesTitle}</legend>
    {scopes.map((scope) => (
      <label key={scope} class="pick">
        <input
          type="checkbox"
          checked={wanted.value.includes(scope)}
          onChange={({ currentTarget: { checked } }) => {
            const others = wanted.value.filter((one) => one !== scope)
            wanted.value = checked ? [...others, scope] : others
          }}
        />
        <span>
          {t.scopes[scope]?.label} <span class="soft small">{t.scopes[scope]?.help}</span>
        </span>
      </label>
    ))}
  </fieldset>
)

function Places({ isLimited, places }: { isLimited: Signal<boolean>; places: Signal<readonly number[]> }) {
  const all = [...channels.value.values()]
    .filter(({ is_archived }) => !is_archived)
    .sort((a, b) => nameOrder.compare(a.name, b.name))
  return (
    <fieldset>
      <legend>{t.where}</legend>
      <label class="pick">
        <input type="radio" name="token-where" checked={!isLimited.value} onChange={() => (isLimited.value = false)} />
        <span>{t.everywhere}</span>
      </label>
      <label class="pick">
        <input type="radio" name="token-where" checked={isLimited.value} onChange={() => (isLimited.value = true)} />
        <span>
          {t.onlySome} <span class="soft small">{t.onlySomeHelp}</span>
        </span>
      </label>
      {isLimited.value && (
        <div class="token-channels">
          {all.map(({ stream_id, name }) => {
            const isChosen = places.value.includes(stream_id)
            return (
              <label key={stream_id} class="pick">
                <input
                  type="checkbox"
                  checked={isChosen}
                  disabled={!isChosen && places.value.length >= maxTokenChannels}
                  onChange={() => {
                    const others = places.value.filter((id) => id !== stream_id)
                    places.value = isChosen ? others : [...others, stream_id]
                  }}
                />
                <span dir="auto">#{name}</span>
              </label>
            )
          })}
        </div>
      )}
    </fieldset>
  )
}

export const Shown = ({ token, close }: { token: string; close: () => void }) => (
  <div class="dialog-body">
    <p class="label">{t.made}</p>
    <p class="secret">
      <code>{token}</code>
    </p>
    <p class="soft small">{t.shownOnce}</p>
    <div class="dialog-buttons">
      <button type="button" class="button" onClick={() => void copy(token)}>
        {t.copy}
      </button>
      <button type="button" class="button primary" onClick={close}>
        {t.done}
      </button>
    </div>
  </div>
)

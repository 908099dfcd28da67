import { useSignal } from '@preact/signals'
import { createScimToken, renameScimToken, revokeScimToken } from '../../../src/features/sign-in/scim/api.ts'
import { maxScimTokenNameLength } from '../../../src/features/sign-in/scim/limits.ts'
import { dayOf, timeOf } from '../../controls/day.ts'
import { openDialog } from '../../parts/dialog.tsx'
import { useFirstFocus } from '../../parts/first-focus.ts'
import { Form } from '../../parts/form.tsx'
import { part } from '../../store/connection.ts'
import { accessTokens } from '../../texts/access-tokens.ts'
import { directory as t } from '../../texts/directory.ts'
import { api } from '../../transport/api.ts'
import { clientWith, SecretField, Shown } from '../own/access-token-form.tsx'
import { useSecondStep } from '../own/second-step.tsx'
import type { ShownDirectory } from './directory.tsx'

type Token = ShownDirectory['tokens'][number]

interface Props {
  readonly tokens: readonly Token[]
  changed(): Promise<void>
}

export const DirectoryTokens = ({ tokens, changed }: Props) => (
  <>
    <h3 class="integration-part">{t.tokens}</h3>
    <p class="soft small">{t.tokensHelp}</p>
    {tokens.length === 0 ? (
      <p class="soft list-empty">{t.none}</p>
    ) : (
      <ul class="list-of access-tokens" aria-label={t.tokens}>
        {tokens.map((token) => (
          <li key={token.id}>
            <Row token={token} changed={changed} />
          </li>
        ))}
      </ul>
    )}
    <p class="setting-buttons token-buttons">
      <button
        type="button"
        class="button primary"
        onClick={() => openDialog({ title: t.make }, (close) => <TokenForm {...{ changed, close }} />)}
      >
        {t.make}
      </button>
    </p>
  </>
)

const { rename, renameOf, revoke, revokeOf, since, neverUsed, lastUsed } = accessTokens

function Row({ token, changed }: { token: Token; changed: () => Promise<void> }) {
  const { id, name, date_created, last_used } = token
  const run = async () => {
    await api.call(revokeScimToken, { token_id: id as never })
    await changed()
  }
  return (
    <div class="list-row">
      <div class="list-words">
        <b dir="auto">{name}</b>
        <p class="soft small">
          {since(dayOf(date_created))} · {last_used === null ? neverUsed : lastUsed(timeOf(last_used))}
        </p>
      </div>
      <button
        type="button"
        class="button"
        aria-label={renameOf(name)}
        onClick={() => openDialog({ title: renameOf(name) }, (close) => <TokenForm {...{ token, changed, close }} />)}
      >
        {rename}
      </button>
      <button
        type="button"
        class="button quiet"
        aria-label={`${revoke}: ${name}`}
        onClick={() =>
          openDialog({ title: revokeOf(name) }, (close) => (
            <Form submit={revoke} isDanger close={close} run={run}>
              <p>{t.revokeMore}</p>
            </Form>
          ))
        }
      >
        {revoke}
      </button>
    </div>
  )
}

interface FormProps {
  readonly token?: Token
  changed(): Promise<void>
  close(): void
}

/** Creating a token requires the password: a browser session alone can't. */
function TokenForm({ token, changed, close }: FormProps) {
  const name = useSignal(token?.name ?? '')
  const secret = useSignal('')
  const step = useSecondStep()
  const made = useSignal('')
  const field = useFirstFocus<HTMLInputElement>()
  const hasPasswords = part<boolean>('realm_password_auth_enabled').value !== false
  if (made.value !== '') return <Shown token={made.value} close={close} />
  const run = async () => {
    const asked = { name: name.value.trim() }
    if (token) await api.call(renameScimToken, { token_id: token.id as never, ...asked })
    else {
      const caller = await clientWith(secret.value, hasPasswords, step.keyFor)
      made.value = (await caller.call(createScimToken, asked)).token
    }
    await changed()
  }
  const isWhole = name.value.trim() !== '' && (token !== undefined || secret.value !== '')
  return (
    // stays open to show the token
    <Form submit={token ? rename : t.make} isDisabled={!isWhole} close={() => made.peek() === '' && close()} run={run}>
      <label class="field">
        <span class="label">{t.name}</span>
        <input
          ref={field}
          type="text"
          dir="auto"
          maxLength={maxScimTokenNameLength}
          value={name.value}
          onInput={({ currentTarget }) => (name.value = currentTarget.value)}
        />
        <span class="soft small">{t.nameHelp}</span>
      </label>
      {!token && <SecretField secret={secret} hasPasswords={hasPasswords} />}
      {step.field}
    </Form>
  )
}

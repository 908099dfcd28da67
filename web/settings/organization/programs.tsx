import { useSignal } from '@preact/signals'
import {
  createOAuthClient,
  deleteOAuthClient,
  getOAuthClients,
  type OAuthClient,
} from '../../../src/features/integrations/oauth/api.ts'
import { maxProgramNameLength, maxRedirectUriLength } from '../../../src/features/integrations/oauth/limits.ts'
import { Refusal } from '../../controls/actions.tsx'
import { dayOf } from '../../controls/day.ts'
import { ListOf } from '../../controls/list-of.tsx'
import { useLoaded } from '../../controls/loaded.ts'
import { LockedNote } from '../../controls/locked-note.tsx'
import { copy } from '../../parts/clipboard.ts'
import { openDialog } from '../../parts/dialog.tsx'
import { Form } from '../../parts/form.tsx'
import { o } from '../../texts/organization.ts'
import { programs as t } from '../../texts/programs.ts'
import { api } from '../../transport/api.ts'
import { EntryForm } from './entry-form.tsx'
import { lockedFor } from './own-rank.ts'
import './organization.css'

export function Programs() {
  const locked = lockedFor('administrator')
  return (
    <>
      <p class="lead">{t.lead}</p>
      <LockedNote locked={locked} />
      {!locked && <ProgramList />}
    </>
  )
}

function ProgramList() {
  const all = useLoaded(async () => (await api.call(getOAuthClients, {})).oauth_clients, {
    types: ['oauth_client', 'access_token'],
  })
  return (
    <>
      <Refusal text={all.problem} />
      {all.value && (
        <ListOf
          items={all.value}
          keyOf={({ id }) => id}
          nameOf={({ name }) => name}
          label={t.list}
          empty={t.none}
          buttons={({ client_id, name }) => (
            <button type="button" class="button quiet" aria-label={t.copyOf(name)} onClick={() => void copy(client_id)}>
              {t.copy}
            </button>
          )}
          remove={async (one) => ask(one, all.reload)}
        >
          {(one) => <Program one={one} />}
        </ListOf>
      )}
      <button
        type="button"
        class="button add"
        onClick={() => void openDialog({ title: t.add }, (close) => <NewProgram close={close} made={all.reload} />)}
      >
        {t.add}
      </button>
    </>
  )
}

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host || address : address)

function Program({
  one: { name, redirect_uris, made_known_by, client_id, date_created, accounts },
}: {
  one: OAuthClient
}) {
  const places = [...new Set(redirect_uris.map(hostOf))]
  const by = made_known_by === 'document' ? t.byDocument(hostOf(client_id)) : t.knownBy[made_known_by]
  return (
    <>
      <b dir="auto">{name}</b>
      <p class="soft small">{t.leadsTo(places)}</p>
      <p class="soft small">
        {by} · {t.since(dayOf(date_created))} · {t.accounts(accounts)}
      </p>
    </>
  )
}

function ask({ id, name }: OAuthClient, changed: () => Promise<void>): void {
  const run = async () => {
    await api.call(deleteOAuthClient, { oauth_client_id: id })
    await changed()
  }
  void openDialog({ title: t.removeOf(name) }, (close) => (
    <Form submit={t.remove} isDanger close={close} run={run}>
      <p>{t.removeMore}</p>
    </Form>
  ))
}

function NewProgram({ close, made }: { close(): void; made(): Promise<void> }) {
  const name = useSignal('')
  const addresses = useSignal('')
  const run = async () => {
    const redirect_uris = addresses.value.split(/\s+/).filter(Boolean)
    await api.call(createOAuthClient, { name: name.value.trim(), redirect_uris })
    await made()
  }
  return (
    <EntryForm
      submit={o.add}
      close={close}
      fields={[
        { name: 'name', words: t.name, value: name, most: maxProgramNameLength },
        {
          ...{ name: 'redirect_uris', words: t.addresses, value: addresses, most: maxRedirectUriLength * 10 },
          ...{ hasLines: true, isCode: true },
        },
      ]}
      run={run}
    />
  )
}

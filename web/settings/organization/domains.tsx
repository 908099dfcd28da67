import { useSignal } from '@preact/signals'
import {
  addDomain,
  changeDomain,
  maxDomainLength,
  type RealmDomain,
  removeDomain,
} from '../../../src/features/people/realm-domains/api.ts'
import { ListOf } from '../../controls/list-of.tsx'
import { LockedNote } from '../../controls/locked-note.tsx'
import { useSaving } from '../../controls/saving.ts'
import { Setting, SettingGroup } from '../../controls/setting.tsx'
import { Toggle } from '../../controls/toggle.tsx'
import { openDialog } from '../../parts/dialog.tsx'
import { part } from '../../store/connection.ts'
import { o } from '../../texts/organization.ts'
import { api } from '../../transport/api.ts'
import { EntryForm } from './entry-form.tsx'
import { lockedFor } from './own-rank.ts'
import { TableParts } from './table-setting.tsx'
import './organization.css'

const domains = part<readonly RealmDomain[]>('realm_domains')

export function Domains() {
  const locked = lockedFor('administrator')
  return (
    <>
      <TableParts page="domains" />
      <SettingGroup title={o.domains} help={o.domainsMore}>
        <LockedNote locked={locked} />
        <ListOf
          items={domains.value ?? []}
          keyOf={({ domain }) => domain}
          nameOf={({ domain }) => domain}
          label={o.domains}
          empty={o.noDomains}
          remove={locked ? undefined : ({ domain }) => api.call(removeDomain, { domain })}
        >
          {(one) => <Domain key={one.domain} one={one} locked={locked} />}
        </ListOf>
        {!locked && (
          <button type="button" class="button add" onClick={openNewDomain}>
            {o.addDomain}
          </button>
        )}
      </SettingGroup>
    </>
  )
}

function Domain({ one, locked }: { one: RealmDomain; locked: string | undefined }) {
  const { domain, allow_subdomains } = one
  const saving = useSaving(allow_subdomains, (value) => api.call(changeDomain, { domain, allow_subdomains: value }))
  return (
    <>
      <span dir="ltr">{domain}</span>
      <Setting id={`below-${domain}`} label={o.subdomainsOf(domain)} saving={saving} locked={locked && ''}>
        <Toggle saving={saving} />
      </Setting>
    </>
  )
}

const openNewDomain = (): void => void openDialog({ title: o.addDomain }, (close) => <NewDomain close={close} />)

function NewDomain({ close }: { close(): void }) {
  const domain = useSignal('')
  return (
    <EntryForm
      submit={o.add}
      close={close}
      fields={[{ name: 'domain', words: o.domainName, value: domain, most: maxDomainLength, isCode: true }]}
      run={() => api.call(addDomain, { domain: domain.value.trim(), allow_subdomains: false })}
    />
  )
}

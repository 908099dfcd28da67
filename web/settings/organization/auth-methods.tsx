import { list } from 'messages:format'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { ParamsInput } from '#contract'
import { getServerSettings } from '../../../src/features/people/organization/api.ts'
import { updateOrganization } from '../../../src/features/people/organization-settings/api.ts'
import { useLinkedRow } from '../../controls/linked-row.ts'
import { useSaving } from '../../controls/saving.ts'
import { Setting, SettingGroup } from '../../controls/setting.tsx'
import { Toggle } from '../../controls/toggle.tsx'
import { o } from '../../texts/organization.ts'
import { api } from '../../transport/api.ts'
import { lockedFor, organizationValue } from './own-rank.ts'
import { rankOf } from './rights.ts'
import { table } from './table.ts'
import { TableSetting } from './table-setting.tsx'
import './organization.css'

type Methods = Readonly<Record<string, { readonly enabled: boolean }>>
interface Provider {
  readonly name: string
  readonly display_name: string
}
type Server = { readonly external_authentication_methods: readonly Provider[] }
/** The prefix of a method's provider names. */
const protocols: Readonly<Record<string, string>> = { 'OpenID Connect': 'oidc:', SAML: 'saml:' }

/** Every sign-in method; those not set up on the server explain how to. */
export function AuthMethods() {
  const methods = (organizationValue('authentication_methods') ?? {}) as Methods
  const providers = useSignal<readonly Provider[]>([])
  const providersOf = (method: string) =>
    providers.value.flatMap(({ name, display_name }) =>
      name.startsWith(protocols[method] ?? ' ') ? [display_name] : [],
    )
  useEffect(() => {
    void (api.call(getServerSettings, {}) as Promise<unknown>).then(
      (answer) => {
        providers.value = (answer as Server).external_authentication_methods
      },
      () => undefined,
    )
  }, [])
  const { row, isLinked } = useLinkedRow<HTMLDivElement>('authentication_methods')
  const known = Object.keys(o.methods)
  const all = [...known, ...Object.keys(methods).filter((name) => !known.includes(name))]
  return (
    <>
      <p class="lead">{o.signInMore}</p>
      <div class={isLinked ? 'methods is-asked' : 'methods'} data-setting="authentication_methods" ref={row}>
        <SettingGroup title={o.parts.signingIn}>
          {all.map((name) => (
            <Method key={name} name={name} methods={methods} providers={providersOf(name)} />
          ))}
          <Setting id="jwt" label={o.programs.label} help={o.programs.help} locked={o.perServer}>
            {null}
          </Setting>
        </SettingGroup>
      </div>
      <SettingGroup title={o.parts.secondFactor}>
        {table.secondFactor.settings.map((one) => (
          <TableSetting key={one.name} placed={one} />
        ))}
      </SettingGroup>
    </>
  )
}

interface Props {
  readonly name: string
  readonly methods: Methods
  readonly providers: readonly string[]
}

function Method({ name, methods, providers }: Props) {
  const words = o.methods[name] ?? { label: name, help: '' }
  const isThere = name in methods
  const on = Object.entries(methods).filter(([, { enabled }]) => enabled)
  const isLast = on.length === 1 && on[0]?.[0] === name
  const saving = useSaving(methods[name]?.enabled ?? false, (value) =>
    // send only the changed method: someone else may be changing the others
    api.call(updateOrganization, { authentication_methods: { [name]: value } } as ParamsInput<
      typeof updateOrganization.params
    >),
  )
  const locked =
    lockedFor(rankOf('authentication_methods')) ?? (isThere ? (isLast ? o.lastMethod : undefined) : o.notSetUp)
  return (
    <Setting
      id={name.replaceAll(' ', '-')}
      label={words.label}
      help={[words.help, isThere && providers.length > 0 ? o.providers(list(providers)) : ''].join(' ').trim()}
      locked={locked}
      saving={saving}
    >
      <Toggle saving={saving} />
    </Setting>
  )
}

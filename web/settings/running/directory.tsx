import '../people/people.css'
import '../own/access-tokens.css'
import './running.css'
import { useSignal } from '@preact/signals'
import { getFields } from '../../../src/features/people/profile-fields/api.ts'
import { getScim, getScimRequests, updateScim } from '../../../src/features/sign-in/scim/api.ts'
import { mappedAttributes } from '../../../src/features/sign-in/scim/mapped-attributes.ts'
import { timeOf } from '../../controls/day.ts'
import { type Loaded, useLoaded } from '../../controls/loaded.ts'
import { Loading } from '../../controls/loading.tsx'
import { useSaving } from '../../controls/saving.ts'
import { Setting } from '../../controls/setting.tsx'
import { Toggle } from '../../controls/toggle.tsx'
import { copy } from '../../parts/clipboard.ts'
import { directory as t } from '../../texts/directory.ts'
import { r } from '../../texts/running.ts'
import { api } from '../../transport/api.ts'
import { DirectoryTokens } from './directory-tokens.tsx'

const fetchDirectory = () => api.call(getScim, {})
export type ShownDirectory = Awaited<ReturnType<typeof fetchDirectory>>

export function DirectoryPage() {
  const directory = useLoaded(fetchDirectory, { types: ['scim'] })
  const { value } = directory
  return (
    <>
      <p class="lead">{r.help.directory}</p>
      {!value ? (
        <Loading problem={directory.problem} label={r.loading} />
      ) : (
        <>
          <Switch directory={directory} value={value} />
          <Setting id="directory-address" label={t.address} help={t.addressHelp} isWide>
            <div class="list-line">
              <input
                id="setting-directory-address"
                class="grows"
                type="text"
                dir="ltr"
                readOnly
                value={value.address}
              />
              <button type="button" class="button" onClick={() => void copy(value.address)}>
                {t.copy}
              </button>
            </div>
          </Setting>
          <p class="soft small">{t.knows(value.people, value.groups)}</p>
          <DirectoryTokens tokens={value.tokens} changed={directory.reload} />
          <Fields directory={directory} value={value} />
          <Requests />
        </>
      )}
    </>
  )
}

interface Props {
  readonly directory: Loaded<ShownDirectory>
  readonly value: ShownDirectory
}

function Switch({ directory, value }: Props) {
  const saving = useSaving(value.enabled, async (enabled) => {
    await api.call(updateScim, { enabled })
    await directory.reload()
  })
  return (
    <Setting id="directory-enabled" label={t.enabled} help={t.enabledHelp} saving={saving}>
      <Toggle saving={saving} />
    </Setting>
  )
}

function Fields({ directory, value }: Props) {
  const fields = useLoaded(async () => (await api.call(getFields, {})).custom_fields, {
    types: ['custom_profile_fields'],
  })
  const saving = useSaving<Readonly<Record<string, number>>>(value.profile_fields, async (profile_fields) => {
    await api.call(updateScim, { profile_fields: profile_fields as never })
    await directory.reload()
  })
  return (
    <>
      <h3 class="integration-part">{t.fields}</h3>
      <p class="soft small">{t.fieldsHelp}</p>
      {fields.value?.length === 0 && <p class="soft list-empty">{t.none}</p>}
      {fields.value &&
        fields.value.length > 0 &&
        mappedAttributes.map((attribute) => (
          <Setting key={attribute} id={`directory-${attribute}`} label={t.attributes[attribute] ?? attribute}>
            <select
              id={`setting-directory-${attribute}`}
              value={saving.value[attribute] ?? 0}
              onChange={({ currentTarget }) => {
                const { [attribute]: _, ...others } = saving.value
                const id = Number(currentTarget.value)
                void saving.run(id === 0 ? others : { ...others, [attribute]: id })
              }}
            >
              <option value={0}>{t.noField}</option>
              {fields.value?.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </Setting>
        ))}
      {saving.refusal && (
        <p class="setting-problem" role="alert">
          {saving.refusal}
        </p>
      )}
    </>
  )
}

function Requests() {
  const isOnlyProblems = useSignal(false)
  const only_problems = isOnlyProblems.value
  const list = useLoaded(async () => (await api.call(getScimRequests, { only_problems })).requests, {
    key: only_problems,
    everyMs: () => 10_000,
  })
  return (
    <>
      <h3 class="integration-part">{t.requests}</h3>
      <p class="soft small">{t.requestsHelp}</p>
      <label class="pick">
        <input
          type="checkbox"
          checked={only_problems}
          onChange={({ currentTarget }) => (isOnlyProblems.value = currentTarget.checked)}
        />
        <span>{t.onlyProblems}</span>
      </label>
      {!list.value ? (
        <Loading problem={list.problem} label={r.loading} />
      ) : list.value.length === 0 ? (
        <p class="soft list-empty">{t.noRequests}</p>
      ) : (
        <ul class="records" aria-label={t.requests}>
          {list.value.map((one, at) => (
            <li key={`${one.time} ${at}`}>
              <div class="record-words">
                <span dir="ltr">
                  <code>
                    {one.method} {one.path}
                  </code>
                </span>
                <span class="soft small">
                  <b class={one.status < 400 ? 'good' : 'setting-problem'}>{t.status(one.status)}</b> ·{' '}
                  {[timeOf(one.time), one.token_name, t.ms(one.duration_ms)].join(' · ')}
                </span>
                {one.detail && (
                  <span class="small" dir="auto">
                    {one.detail}
                  </span>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

import { list } from 'messages:format'
import type { ComponentChildren } from 'preact'
import type { GroupSettingValue, ParamsInput } from '#contract'
import type { SupportedPermission } from '../../../src/features/people/organization/permission-settings.ts'
import { updateOrganization } from '../../../src/features/people/organization-settings/api.ts'
import { Choice, type ChoiceOption } from '../../controls/choice.tsx'
import { entriesIn } from '../../controls/entries.ts'
import { GroupSetting } from '../../controls/group-setting.tsx'
import { useLinkedRow } from '../../controls/linked-row.ts'
import { LongText } from '../../controls/long-text.tsx'
import { NumberField } from '../../controls/number-field.tsx'
import { type Saving, useSaving } from '../../controls/saving.ts'
import { Setting, SettingGroup } from '../../controls/setting.tsx'
import { TextField } from '../../controls/text-field.tsx'
import { Toggle } from '../../controls/toggle.tsx'
import { explainWithValue } from '../../permissions/allowed.ts'
import { channels } from '../../store/channels.ts'
import { part } from '../../store/connection.ts'
import { nameOrder } from '../../texts/locale.ts'
import { o } from '../../texts/organization.ts'
import { api } from '../../transport/api.ts'
import { languages } from '../own/languages.ts'
import type { Control, OrganizationValueName, Placed } from './declared.ts'
import { mapped } from './mapped.ts'
import { isUsable, lockOf, organizationValue } from './own-rank.ts'
import { RenderedText } from './rendered.tsx'
import { SpanField } from './span-field.tsx'
import { partsOf, type TablePage } from './table.ts'

const day = 86_400
const limits = [120, 600, 3_600, day, 7 * day]
const retentions = [30 * day, 90 * day, 365 * day]
const noCap = -1
/** Longer than any accepted URL. */
const longestAddress = 200

export const change = (name: OrganizationValueName, value: unknown): Promise<unknown> =>
  api.call(updateOrganization, { [name]: value } as ParamsInput<typeof updateOrganization.params>)

interface PartsProps {
  readonly page: TablePage
  /** Shown above a part's settings. */
  readonly above?: { readonly [K in keyof typeof o.parts]?: ComponentChildren }
}

export const TableParts = ({ page, above }: PartsProps) => (
  <>
    {partsOf(page).map(([key, settings]) => (
      <SettingGroup key={key} title={o.parts[key]}>
        {above?.[key]}
        {settings.filter(isUsable).map((one) => (
          <TableSetting key={one.name} placed={one} />
        ))}
        {[...missingOptions(settings)].map(([option, labels]) => (
          <p key={option} class="soft small">
            {o.needsOption(list(labels), option)}
          </p>
        ))}
      </SettingGroup>
    ))}
  </>
)

/** Settings that don't work on this server, by the option that would enable them. */
function missingOptions(settings: readonly Placed[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const one of settings) {
    if (!one.server || isUsable(one)) continue
    found.set(one.server.option, [...(found.get(one.server.option) ?? []), o.settings[one.name].label])
  }
  return found
}

export const TableSetting = ({ placed }: { placed: Placed }) =>
  placed.control.kind === 'permission' ? <Permission placed={placed} /> : <Plain placed={placed} />

const supported = part<{ realm: Record<string, SupportedPermission> }>('server_supported_permission_settings')

function Permission({ placed }: { placed: Placed }) {
  const { name } = placed
  const value = organizationValue(name) as GroupSettingValue | undefined
  const rules = supported.value?.realm[name]
  const isShown = value !== undefined && rules !== undefined
  const { row, isLinked } = useLinkedRow<HTMLDivElement>(name, isShown)
  if (!isShown) return null
  return (
    <div class={isLinked ? 'permission is-asked' : 'permission'} ref={row}>
      <GroupSetting
        id={name}
        label={o.settings[name].label}
        help={o.settings[name].help}
        value={value}
        rules={rules}
        locked={lockOf(placed)}
        explain={explainWithValue(name)}
        save={(changed) => change(name, changed)}
      />
    </div>
  )
}

const wide: readonly Control['kind'][] = ['long-text', 'lines', 'text', 'address']

function Plain({ placed }: { placed: Placed }) {
  const { name, control } = placed
  const saving = useSaving<unknown>(organizationValue(name), (value) => change(name, value))
  return (
    <Setting
      id={name}
      label={o.settings[name].label}
      help={o.settings[name].help}
      locked={lockOf(placed)}
      saving={saving}
      isWide={wide.includes(control.kind)}
    >
      <Field name={name} control={control} saving={saving} />
    </Setting>
  )
}

function Field({ name, control, saving }: { name: OrganizationValueName; control: Control; saving: Saving<unknown> }) {
  switch (control.kind) {
    case 'toggle':
      return <Toggle saving={saving as Saving<boolean>} />
    case 'choice':
      return (
        <Choice
          saving={saving as Saving<string | number>}
          options={control.values.map((value) => ({ value, label: choiceLabel(name, value) }))}
        />
      )
    case 'text':
      return <TextField saving={saving as Saving<string>} maxLength={control.most} />
    case 'long-text':
      return (
        <LongText
          saving={saving as Saving<string>}
          maxLength={control.most}
          below={(text) => <RenderedText text={text} />}
        />
      )
    case 'lines':
      return (
        <LongText
          saving={mapped(
            saving as Saving<readonly string[]>,
            (texts) => texts.join('\n'),
            (text) => entriesIn(text),
          )}
          maxLength={control.most * (control.maxLineLength + 1)}
        />
      )
    case 'number':
      return <NumberField saving={saving as Saving<number>} min={control.least} max={control.most} />
    case 'limit':
      return (
        <SpanField
          saving={mapped(
            saving as Saving<number | null>,
            (secs) => secs ?? 0,
            (secs) => secs || null,
          )}
          none={{ value: 0, label: o.anyTime }}
          presets={limits}
          units={['minute', 'hour', 'day']}
        />
      )
    case 'cap':
      return (
        <Choice
          saving={mapped(
            saving as Saving<number | null>,
            (most) => most ?? noCap,
            (most) => (most === noCap ? null : most),
          )}
          options={[
            { value: noCap, label: o.anyTime },
            ...control.values.map((value) => ({ value, label: String(value) })),
          ]}
        />
      )
    case 'retention':
      return (
        <SpanField
          saving={mapped(
            saving as Saving<number>,
            (days) => (days < 0 ? 0 : days * day),
            (secs) => (secs === 0 ? -1 : secs / day),
          )}
          none={{ value: 0, label: o.forEver }}
          presets={retentions}
          units={['day']}
        />
      )
    case 'channel':
      return (
        <Choice
          saving={saving as Saving<number>}
          options={channelOptions(control.isPrivate === true, Number(saving.value))}
        />
      )
    case 'language':
      return <Choice saving={saving as Saving<string>} options={languages} />
    case 'offered':
      return <Choice saving={saving as Saving<number>} options={offeredOptions(control.key)} />
    case 'address':
      return (
        <TextField
          saving={mapped(
            saving as Saving<string | null>,
            (address) => address ?? '',
            (address) => address.trim(),
          )}
          type="url"
          maxLength={longestAddress}
          placeholder={part<string | null>('server_jitsi_server_url').value ?? ''}
        />
      )
    // drawn by their own pages
    case 'methods':
    case 'permission':
      return null
  }
}

function choiceLabel(name: OrganizationValueName, value: string | number): string {
  const labels = (o.choices as Readonly<Record<string, Readonly<Record<string, string>>>>)[name]
  return labels?.[value] ?? String(value)
}

function channelOptions(isPrivate: boolean, now: number): ChoiceOption<number>[] {
  const fitting = [...channels.value.values()]
    .filter((one) => !one.is_archived && (!isPrivate || one.invite_only))
    .map(({ stream_id, name }) => ({ value: stream_id, label: `#${name}` }))
    .sort((a, b) => nameOrder.compare(a.label, b.label))
  const isHidden = now > 0 && !fitting.some(({ value }) => value === now)
  return [{ value: -1, label: o.noChannel }, ...(isHidden ? [{ value: now, label: o.hiddenChannel }] : []), ...fitting]
}

const offeredOptions = (key: string): ChoiceOption<number>[] =>
  Object.values(part<Record<string, { id: number; name: string }>>(key).value ?? {}).map(({ id, name }) => ({
    value: id,
    label: name,
  }))

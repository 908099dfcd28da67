import type { NewcomerSettings } from '../../../src/features/people/organization/settings.ts'
import { updateOrganization } from '../../../src/features/people/organization-settings/api.ts'
import { Choice } from '../../controls/choice.tsx'
import { useSaving } from '../../controls/saving.ts'
import { Setting } from '../../controls/setting.tsx'
import { LockdownPart } from '../../moderation/lockdown.tsx'
import { canRestrictMembers } from '../../permissions/restriction-rights.ts'
import { o } from '../../texts/organization.ts'
import { api } from '../../transport/api.ts'
import { ModerationRules } from './moderation-rules.tsx'
import { lockedFor, organizationValue } from './own-rank.ts'
import { TableParts } from './table-setting.tsx'

const presets: Readonly<Record<'community' | 'team', NewcomerSettings>> = {
  community: {
    newcomer_links_per_message: 2,
    newcomer_files_allowed: false,
    newcomer_mentions_per_message: 2,
    newcomer_topics_per_day: 5,
    newcomer_messages_per_minute: 5,
    newcomer_direct_conversations_per_day: 3,
    newcomer_held_messages: 1,
    newcomer_reports_to_hide: 2,
  },
  team: {
    newcomer_links_per_message: null,
    newcomer_files_allowed: true,
    newcomer_mentions_per_message: null,
    newcomer_topics_per_day: null,
    newcomer_messages_per_minute: null,
    newcomer_direct_conversations_per_day: null,
    newcomer_held_messages: 0,
    newcomer_reports_to_hide: 0,
  },
}
/** The waiting period that the preset for communities sets if there is none. */
const presetDays = 3

type Preset = keyof typeof presets | 'custom'

const isSet = (wanted: NewcomerSettings): boolean =>
  Object.entries(wanted).every(([name, value]) => organizationValue(name as keyof NewcomerSettings) === value)

const waitingDays = () => organizationValue('waiting_period_threshold') as number

function currentPreset(): Preset {
  if (isSet(presets.team)) return 'team'
  return isSet(presets.community) && waitingDays() > 0 ? 'community' : 'custom'
}

const apply = (preset: Preset): Promise<unknown> =>
  preset === 'custom'
    ? Promise.resolve()
    : api.call(updateOrganization, {
        ...presets[preset],
        ...(preset === 'community' && waitingDays() === 0 ? { waiting_period_threshold: presetDays } : {}),
      })

export const CommunitySafety = () => (
  <>
    {canRestrictMembers() && <LockdownPart />}
    <TableParts page="community-safety" above={{ newcomers: <Presets /> }} />
    {lockedFor('administrator') === undefined && <ModerationRules />}
  </>
)

function Presets() {
  const saving = useSaving<Preset>(currentPreset(), apply)
  return (
    <>
      <p class="soft">{o.safetyMore}</p>
      <Setting
        id="newcomer_preset"
        label={o.preset}
        help={o.presetMore}
        // only owners can change the waiting period, which the preset may have to set
        locked={lockedFor(waitingDays() === 0 ? 'owner' : 'administrator')}
        saving={saving}
        isWide
      >
        <Choice
          kind="buttons"
          saving={saving}
          options={[
            { value: 'team', label: o.presets.team },
            { value: 'community', label: o.presets.community },
            ...(saving.value === 'custom' ? [{ value: 'custom' as const, label: o.presets.custom }] : []),
          ]}
        />
      </Setting>
      {waitingDays() === 0 && <p class="soft small">{o.noNewMembers}</p>}
    </>
  )
}

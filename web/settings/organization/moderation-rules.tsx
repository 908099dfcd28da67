import './moderation-rules.css'
import { asChannelId } from '#contract'
import {
  createModerationRule,
  deleteModerationRule,
  getModerationRules,
  updateModerationRule,
} from '../../../src/features/messages/messages/moderation-rules/api.ts'
import { maxRules } from '../../../src/features/messages/messages/moderation-rules/limits.ts'
import type { ModerationRule } from '../../../src/features/messages/messages/moderation-rules/wire.ts'
import { ListOf } from '../../controls/list-of.tsx'
import { useLoaded } from '../../controls/loaded.ts'
import { Loading } from '../../controls/loading.tsx'
import { useSaving } from '../../controls/saving.ts'
import { Setting, SettingGroup } from '../../controls/setting.tsx'
import { Toggle } from '../../controls/toggle.tsx'
import { Icon } from '../../parts/icon.tsx'
import { IconButton } from '../../parts/icon-button.tsx'
import { reasonOf } from '../../parts/refusal.ts'
import { toast } from '../../parts/toast.ts'
import { a } from '../../texts/actions.ts'
import { m } from '../../texts/moderation-rules.ts'
import { api } from '../../transport/api.ts'
import { ruleDetails, ruleText } from './moderation-rule-text.ts'

const openForm = async (rule?: ModerationRule) => (await import('./moderation-rule-form.tsx')).openRuleForm(rule)

/** The list of moderation rules, for administrators. */
export function ModerationRules() {
  const { value, problem, reload } = useLoaded(() => api.call(getModerationRules, {}), { types: ['moderation_rules'] })
  return (
    <SettingGroup id="moderation_rules" title={m.title} help={m.help}>
      {value ? (
        <ListOf
          items={value.rules}
          keyOf={({ id }) => id}
          nameOf={({ name }) => name}
          label={m.title}
          empty={m.none}
          buttons={(rule) => (
            <IconButton label={m.edit(rule.name)} run={() => void openForm(rule)}>
              <Icon name="pen" />
            </IconButton>
          )}
          remove={(rule) => remove(rule).finally(reload)}
        >
          {(rule) => <Rule key={rule.id} rule={rule} />}
        </ListOf>
      ) : (
        <Loading problem={problem} label={m.loading} />
      )}
      <button
        type="button"
        class="button add"
        aria-haspopup="dialog"
        disabled={(value?.rules.length ?? 0) >= maxRules}
        onClick={() => void openForm()}
      >
        {m.add}
      </button>
    </SettingGroup>
  )
}

function Rule({ rule }: { rule: ModerationRule }) {
  const { id, name, is_enabled } = rule
  const saving = useSaving(is_enabled, (isEnabled) =>
    api.call(updateModerationRule, { rule_id: id, is_enabled: isEnabled }),
  )
  return (
    <Setting
      id={`moderation_rule_${id}`}
      label={name}
      help={
        <>
          {ruleText(rule)}
          {ruleDetails(rule).map((detail) => (
            <span dir="auto" key={detail}>
              {' '}
              · {detail}
            </span>
          ))}
        </>
      }
      saving={saving}
    >
      <Toggle saving={saving} />
    </Setting>
  )
}

async function remove({ id, ...rule }: ModerationRule): Promise<void> {
  await api.call(deleteModerationRule, { rule_id: id })
  const restore = async () => {
    const stream_ids = rule.stream_ids?.map(asChannelId) ?? null
    await api.call(createModerationRule, { ...rule, stream_ids }).catch((refusal: unknown) => toast(reasonOf(refusal)))
  }
  toast(m.deleted(rule.name), { label: a.undo, run: () => void restore() })
}

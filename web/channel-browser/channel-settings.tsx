import '../controls/page.css'
import '../controls/controls.css'
import { useSignal } from '@preact/signals'
import type { ParamsInput } from '#contract'
import { updateChannel } from '../../src/features/channels/channels/api.ts'
import { type TopicsPolicy, topicsPolicies } from '../../src/features/channels/channels/wire.ts'
import { Preview } from '../compose/preview.tsx'
import { Choice } from '../controls/choice.tsx'
import { LongText } from '../controls/long-text.tsx'
import { type Saving, useSaving } from '../controls/saving.ts'
import { Setting, SettingGroup } from '../controls/setting.tsx'
import { TextField } from '../controls/text-field.tsx'
import { Toggle } from '../controls/toggle.tsx'
import { useTyped } from '../controls/typed.ts'
import { route } from '../navigation/route.ts'
import {
  lockOfChannel,
  lockOfDefault,
  lockOfDefaultPush,
  lockOfPrivacy,
  lockOfTopicsPolicy,
} from '../permissions/channel-lock.ts'
import { canCreate } from '../permissions/channel-rights.ts'
import { type Channel, channel } from '../store/channels.ts'
import { part } from '../store/connection.ts'
import { folders } from '../store/folders.ts'
import { t } from '../texts/channel-general.ts'
import { p } from '../texts/places.ts'
import { api } from '../transport/api.ts'
import { ChannelOutside } from './channel-outside.tsx'
import { ChannelRetention } from './channel-retention.tsx'
import { ChannelSlowMode } from './channel-slow-mode.tsx'

const defaults = part<readonly number[]>('realm_default_streams')
const longestName = part<number>('max_stream_name_length')
const longestDescription = part<number>('max_stream_description_length')

const privacies = {
  public: { is_private: false, is_web_public: false, history_public_to_subscribers: true },
  webPublic: { is_web_public: true, is_private: false, history_public_to_subscribers: true },
  sharedHistory: { is_private: true, is_web_public: false, history_public_to_subscribers: true },
  protectedHistory: { is_private: true, is_web_public: false, history_public_to_subscribers: false },
} as const
type Privacy = keyof typeof privacies

export const privacyOf = ({ invite_only, is_web_public, history_public_to_subscribers }: Channel): Privacy =>
  is_web_public
    ? 'webPublic'
    : !invite_only
      ? 'public'
      : history_public_to_subscribers
        ? 'sharedHistory'
        : 'protectedHistory'

type Changes = Omit<ParamsInput<typeof updateChannel.params>, 'stream_id'>

export function ChannelSettings() {
  const { value } = route
  const one = value.view === 'channel' ? channel(value.channelId) : undefined
  return one ? <Settings one={one} /> : null
}

function Settings({ one }: { one: Channel }) {
  const change = (changes: Changes) => api.call(updateChannel, { stream_id: one.stream_id, ...changes })
  const name = useSaving(one.name, (value: string) => change({ new_name: value.trim() }))
  const description = useSaving(one.description, (value: string) => change({ description: value.trim() }))
  const privacy = useSaving<Privacy>(privacyOf(one), (value) => change(privacies[value]))
  const policy = useSaving<TopicsPolicy>(one.topics_policy, (value) => change({ topics_policy: value }))
  const folder = useSaving<number>(one.folder_id ?? 0, (value) => change({ folder_id: value === 0 ? null : value }))
  const isDefault = useSaving((defaults.value ?? []).includes(one.stream_id), (value: boolean) =>
    change({ is_default_stream: value }),
  )
  const push = useSaving(one.default_push_notifications, (value: boolean) =>
    change({ default_push_notifications: value }),
  )
  const lock = lockOfChannel(one)
  const id = (setting: string) => `channel-${one.stream_id}-${setting}`
  const can = canCreate()
  const canBecome = (kind: Privacy) =>
    kind === privacyOf(one) || (kind === 'public' || kind === 'webPublic' ? can[kind] : can.private || one.invite_only)
  return (
    <div class="settings-page in-directory">
      <SettingGroup title={t.settings}>
        <Setting id={id('name')} label={t.name} help={t.nameHelp} locked={lock} saving={name} isWide>
          <TextField saving={name} maxLength={longestName.value ?? 60} />
        </Setting>
        <Setting
          id={id('description')}
          label={t.description}
          help={t.descriptionHelp}
          locked={lock}
          saving={description}
          isWide
        >
          <LongText saving={description} maxLength={longestDescription.value ?? 1024} rows={3} />
          <Looks saving={description} />
        </Setting>
        <Setting
          id={id('privacy')}
          label={t.privacy}
          help={t.privacyHelp}
          locked={lockOfPrivacy(one)}
          saving={privacy}
          isWide
        >
          <Choice
            saving={privacy}
            options={(Object.keys(privacies) as Privacy[])
              .filter(canBecome)
              .map((kind) => ({ value: kind, label: p.privacy[kind] }))}
          />
        </Setting>
        <Setting id={id('topics')} label={t.topics} locked={lockOfTopicsPolicy(one)} saving={policy} isWide>
          <Choice
            saving={policy}
            options={topicsPolicies.map((value) => ({ value, label: t.topicsPolicies[value] }))}
          />
        </Setting>
        <ChannelSlowMode one={one} change={change} />
        <ChannelRetention one={one} change={change} />
        <Setting id={id('folder')} label={t.folder} locked={lock} saving={folder} isWide>
          <Choice
            saving={folder}
            options={[
              { value: 0, label: t.noFolder },
              ...folders.value.map((each) => ({ value: each.id, label: each.name })),
            ]}
          />
        </Setting>
        <Setting id={id('default')} label={t.isDefault} locked={lockOfDefault(one)} saving={isDefault}>
          <Toggle saving={isDefault} />
        </Setting>
        <Setting
          id={id('push')}
          label={t.defaultPush}
          help={t.defaultPushHelp}
          locked={lockOfDefaultPush()}
          saving={push}
        >
          <Toggle saving={push} />
        </Setting>
      </SettingGroup>
      <ChannelOutside one={one} />
    </div>
  )
}

function Looks({ saving }: { saving: Saving<string> }) {
  const typed = useTyped(saving)
  const isShown = useSignal(false)
  if (!typed.isChanged) return null
  return (
    <details class="verdicts" onToggle={({ currentTarget }) => (isShown.value = currentTarget.open)}>
      <summary>{t.preview}</summary>
      {isShown.value && <Preview text={typed.text} />}
    </details>
  )
}

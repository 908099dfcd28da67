import '../controls/page.css'
import '../controls/controls.css'
import { useSignal } from '@preact/signals'
import { ApiError } from '#contract'
import {
  deactivateGroup,
  maxUserGroupDescriptionLength,
  maxUserGroupNameLength,
  type Objection,
  type UserGroup,
  updateGroup,
} from '../../src/features/people/groups/api.ts'
import type {
  ChannelPermissionName,
  GroupPermissionName,
} from '../../src/features/people/organization/permission-settings.ts'
import { LongText } from '../controls/long-text.tsx'
import { useSaving } from '../controls/saving.ts'
import { Setting, SettingGroup } from '../controls/setting.tsx'
import { TextField } from '../controls/text-field.tsx'
import { hrefOf, route } from '../navigation/route.ts'
import { openDialog } from '../parts/dialog.tsx'
import { Form } from '../parts/form.tsx'
import { reasonOf } from '../parts/refusal.ts'
import { toast } from '../parts/toast.ts'
import { lockOfGroup } from '../permissions/group-lock.ts'
import { nameOfGroup } from '../permissions/holders.ts'
import { labelInOrganization } from '../permissions/organization-label.ts'
import { groupPath } from '../permissions/sentences.ts'
import { usesOf } from '../permissions/uses.ts'
import { channel } from '../store/channels.ts'
import { groupsById } from '../store/groups.ts'
import { nameOf } from '../store/people.ts'
import { t as channelTexts } from '../texts/channel-settings.ts'
import { t } from '../texts/group-settings.ts'
import { t as main } from '../texts/index.ts'
import { locale } from '../texts/locale.ts'
import { api } from '../transport/api.ts'
import { hrefOfOrganization } from './organization-href.ts'

const maxUses = 200
const dateFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })

export function GroupGeneral() {
  const { value } = route
  const group = value.view === 'group' ? groupsById.value.get(value.groupId) : undefined
  return group ? <About group={group} /> : null
}

function About({ group }: { group: UserGroup }) {
  const user_group_id = group.id
  const name = useSaving(nameOfGroup(group.id), (value: string) =>
    api.call(updateGroup, { user_group_id, name: value.trim() }),
  )
  const description = useSaving(group.description, (value: string) =>
    api.call(updateGroup, { user_group_id, description: value.trim() }),
  )
  const locked = lockOfGroup(group)
  const creator = group.creator_id === null ? '' : nameOf(group.creator_id)
  return (
    <div class="settings-page in-directory">
      <Setting id={`group-${group.id}-name`} label={t.name} locked={locked} saving={name} isWide>
        <TextField saving={name} maxLength={maxUserGroupNameLength} />
      </Setting>
      <Setting id={`group-${group.id}-description`} label={t.description} locked={locked} saving={description} isWide>
        <LongText saving={description} maxLength={maxUserGroupDescriptionLength} rows={2} />
      </Setting>
      {group.date_created !== null && (
        <p class="soft" dir="auto">
          {t.made}{' '}
          {[dateFormat.format(new Date(group.date_created * 1000)), creator && t.madeBy(creator)]
            .filter(Boolean)
            .join(main.separator)}
        </p>
      )}
      <Uses groupId={group.id} />
      {!locked && <InUse group={group} />}
    </div>
  )
}

function Uses({ groupId }: { groupId: number }) {
  const uses = usesOf(groupId, {
    organization: hrefOfOrganization,
    channel: (channelId) => hrefOf({ view: 'channel', channelId, tab: 'permissions' }),
    group: (id) => hrefOf({ view: 'group', groupId: id, tab: 'permissions' }),
  })
  return (
    <SettingGroup title={t.permissionList}>
      {uses.length === 0 ? (
        <p class="soft">{t.hasNoScopes}</p>
      ) : (
        <ul class="uses">
          {uses.slice(0, maxUses).map(({ key, label, href, path }) => (
            <li key={key} dir="auto">
              <a class="plain" href={href}>
                {label}
              </a>{' '}
              <span class="soft">{groupPath(path)}</span>
            </li>
          ))}
        </ul>
      )}
    </SettingGroup>
  )
}

function InUse({ group }: { group: UserGroup }) {
  const problem = useSignal('')
  if (group.deactivated)
    return (
      <p class="group-use">
        <button
          type="button"
          class="button"
          onClick={() => {
            problem.value = ''
            api
              .call(updateGroup, { user_group_id: group.id, deactivated: false })
              .then(() => toast(t.broughtBack(group.name)))
              .catch((refusal) => {
                problem.value = reasonOf(refusal)
              })
          }}
        >
          {t.reactivate}
        </button>
        {problem.value !== '' && (
          <span class="setting-problem" role="alert">
            {problem.value}
          </span>
        )}
      </p>
    )
  return (
    <p class="group-use">
      <button type="button" class="button" onClick={() => askToDeactivate(group)}>
        {t.deactivate}
      </button>
    </p>
  )
}

function askToDeactivate(group: UserGroup): void {
  void openDialog({ title: t.deactivateTitle(group.name) }, (close) => <Deactivation group={group} close={close} />)
}

function Deactivation({ group, close }: { group: UserGroup; close: () => void }) {
  const objections = useSignal<readonly Objection[]>([])
  return (
    <Form
      submit={t.deactivate}
      isDanger
      close={close}
      run={async () => {
        try {
          objections.value = []
          await api.call(deactivateGroup, { user_group_id: group.id })
        } catch (refusal) {
          if (refusal instanceof ApiError && Array.isArray(refusal.fields.objections))
            objections.value = refusal.fields.objections as Objection[]
          throw refusal
        }
      }}
    >
      <p>{t.deactivateMore}</p>
      {objections.value.length > 0 && (
        <div role="alert">
          <p>{t.inUse}</p>
          <ul>
            {objections.value.map((one) => (
              <li key={JSON.stringify(one)}>{inWords(one)}</li>
            ))}
          </ul>
        </div>
      )}
    </Form>
  )
}

function inWords(one: Objection): string {
  switch (one.type) {
    case 'realm':
      return t.usedByOrganization(one.settings.map(labelInOrganization).join('; '))
    case 'channel': {
      const labels = one.settings.map((name) => channelTexts.permissions[name as ChannelPermissionName]?.label ?? name)
      return t.usedByChannel(channel(one.channel_id)?.name ?? t.hiddenChannel, labels.join('; '))
    }
    case 'user_group': {
      const labels = one.settings.map((name) => t.permissions[name as GroupPermissionName]?.label ?? name)
      return t.usedByGroup(nameOfGroup(one.group_id), labels.join('; '))
    }
    case 'subgroup':
      return t.usedInside(one.supergroup_ids.map(nameOfGroup))
  }
}

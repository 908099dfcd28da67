import { updateChannel } from '../../src/features/channels/channels/api.ts'
import type { ChannelPermissionName } from '../../src/features/people/organization/permission-settings.ts'
import { GroupSetting } from '../controls/group-setting.tsx'
import { Verdicts } from '../controls/verdicts.tsx'
import { route } from '../navigation/route.ts'
import { lockOfPermission } from '../permissions/channel-lock.ts'
import { explainInChannel, type PermissionSubject } from '../permissions/explanations.ts'
import { known } from '../permissions/rights.ts'
import { rulesOf } from '../permissions/rules.ts'
import { channel, isSubscribed } from '../store/channels.ts'
import { peopleOfGroup } from '../store/groups.ts'
import { ownId, person } from '../store/people.ts'
import { subscribersOf } from '../store/subscribers.ts'
import { t } from '../texts/channel-settings.ts'
import { t as permissionTexts } from '../texts/permissions.ts'
import { api } from '../transport/api.ts'

const names = Object.keys(t.permissions) as ChannelPermissionName[]

/** Subscribers of large channels load on demand; a group counts if all its members are in. */
function isInside(channelId: number, { id, isGroup }: PermissionSubject): boolean {
  if (!isGroup && id === ownId.value) return isSubscribed(channelId)
  const subscribers = new Set(subscribersOf(channelId).value)
  if (!isGroup) return subscribers.has(id)
  const inGroup = peopleOfGroup(id).filter((each) => person(each)?.is_active)
  return inGroup.length > 0 && inGroup.every((each) => subscribers.has(each))
}

export function ChannelPermissions() {
  const { value } = route
  const one = value.view === 'channel' ? channel(value.channelId) : undefined
  if (!one) return null
  return (
    <div>
      <p class="soft small">{t.permissionsMore}</p>
      <Verdicts
        permissions={permissionTexts.inChannel}
        explain={(permission, who) => {
          const isIn = isInside(one.stream_id, who)
          return permission === 'join' && isIn ? undefined : explainInChannel(permission, who, one, isIn, known)
        }}
      />
      {names
        .filter((name) => one[name] !== undefined)
        .map((name) => (
          <GroupSetting
            key={name}
            id={name}
            {...t.permissions[name]}
            value={one[name]}
            rules={rulesOf('stream', name)}
            locked={lockOfPermission(one, name)}
            save={(change) => api.call(updateChannel, { stream_id: one.stream_id, [name]: change })}
          />
        ))}
    </div>
  )
}

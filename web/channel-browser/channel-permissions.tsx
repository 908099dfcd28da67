import { updateChannel } from '../../src/features/channels/channels/api.ts'
import type { ChannelPermissionName } from '../../src/features/people/organization/permission-settings.ts'
import { GroupSetting } from '../controls/group-setting.tsx'
import { Verdicts } from '../controls/verdicts.tsx'
import { route } from '../navigation/route.ts'
import { baseInChannel } from '../permissions/base.ts'
import { lockOfPermission } from '../permissions/channel-lock.ts'
import { explainInChannel, type PermissionSubject } from '../permissions/explanations.ts'
import { known } from '../permissions/rights.ts'
import { rulesOf } from '../permissions/rules.ts'
import { channelSources } from '../permissions/sources.ts'
import { channel, isSubscribed } from '../store/channels.ts'
import { peopleOfGroup } from '../store/groups.ts'
import { ownId, person } from '../store/people.ts'
import { subscribersOf } from '../store/subscribers.ts'
import { t } from '../texts/channel-settings.ts'
import { t as permissionTexts } from '../texts/permissions.ts'
import { api } from '../transport/api.ts'
import { hrefOfBase } from './organization-href.ts'

const names = Object.keys(t.permissions) as ChannelPermissionName[]

/** Whether someone is in a channel. Subscribers of large channels load on demand; groups count if all members are in. */
function insideOf(channelId: number): (who: PermissionSubject) => boolean {
  let known: ReadonlySet<number> | undefined
  const isSubscriber = (id: number) => {
    known ??= new Set(subscribersOf(channelId).value)
    return known.has(id)
  }
  return ({ id, isGroup }) => {
    if (!isGroup) return id === ownId.value ? isSubscribed(channelId) : isSubscriber(id)
    const inGroup = peopleOfGroup(id).filter((each) => person(each)?.is_active)
    return inGroup.length > 0 && inGroup.every(isSubscriber)
  }
}

export function ChannelPermissions() {
  const { value } = route
  const one = value.view === 'channel' ? channel(value.channelId) : undefined
  if (!one) return null
  return (
    <div class="permission-list">
      <p class="soft small">{t.permissionsMore}</p>
      <Verdicts
        permissions={permissionTexts.inChannel}
        explain={(permission, who) => {
          const isIn = insideOf(one.stream_id)(who)
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
            base={baseInChannel(name, one)}
            baseHref={hrefOfBase(channelSources[name].organization)}
            locked={lockOfPermission(one, name)}
            explain={(value) => {
              const isIn = insideOf(one.stream_id)
              const changed = { ...one, [name]: value }
              return (who, known) => explainInChannel(channelSources[name].rule, who, changed, isIn(who), known)
            }}
            save={(change) => api.call(updateChannel, { stream_id: one.stream_id, [name]: change })}
          />
        ))}
    </div>
  )
}

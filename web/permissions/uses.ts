import type {
  ChannelPermissionName,
  GroupPermissionName,
} from '../../src/features/people/organization/permission-settings.ts'
import { channels } from '../store/channels.ts'
import { part } from '../store/connection.ts'
import { groups, groupsById } from '../store/groups.ts'
import { t as channelTexts } from '../texts/channel-settings.ts'
import { t } from '../texts/group-settings.ts'
import { nameOfGroup } from './holders.ts'
import { labelInOrganization } from './organization-label.ts'
import { groupsAround, type Path } from './paths.ts'
import { organizationPermission } from './rights.ts'
import { namedIn, type PermissionValue } from './value.ts'

/** A permission that a group holds, by itself or through a group around it. */
export interface Use {
  readonly key: string
  readonly label: string
  readonly href: string
  readonly path: Path
}

/** Where somebody changes it. */
interface Hrefs {
  organization(name: string): string
  channel(id: number): string
  group(id: number): string
}

const supported = part<Record<string, Record<string, object>> | undefined>('server_supported_permission_settings')

/** Every permission that a group holds, as far as one knows of it: those of the organization, of channels, of groups. */
export function usesOf(groupId: number, hrefs: Hrefs): Use[] {
  const around = groupsAround(groupId, groupsById.value)
  const found: Use[] = []
  const look = (key: string, value: PermissionValue | undefined, label: string, href: string) => {
    if (value === undefined) return
    const paths = namedIn(value).groups.flatMap((id) => (around.has(id) ? [around.get(id) as Path] : []))
    const [path] = paths.sort((a, b) => a.length - b.length)
    if (path) found.push({ key, label, href, path })
  }
  for (const name of Object.keys(supported.value?.realm ?? {}))
    look(name, organizationPermission(name), t.inOrganization(labelInOrganization(name)), hrefs.organization(name))
  for (const one of channels.value.values())
    for (const name of Object.keys(channelTexts.permissions) as ChannelPermissionName[])
      look(
        `channel ${one.stream_id} ${name}`,
        one[name],
        t.inChannel(one.name, channelTexts.permissions[name].label),
        hrefs.channel(one.stream_id),
      )
  for (const one of groups.value ?? [])
    for (const name of Object.keys(t.permissions) as GroupPermissionName[])
      if (!one.is_system_group && !one.deactivated)
        look(
          `group ${one.id} ${name}`,
          one[name],
          t.ofGroup(nameOfGroup(one.id), t.permissions[name].label),
          hrefs.group(one.id),
        )
  return found
}

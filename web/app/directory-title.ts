import type { DirectoryRoute } from '../narrow/directory-addresses.ts'
import type { Names } from '../narrow/hash.ts'
import { t } from '../texts/index.ts'

export function directoryTitle(route: DirectoryRoute, names: Names): string {
  switch (route.view) {
    case 'channels':
      return route.section === 'new' ? t.directoryTitles.newChannel : t.directoryTitles.channels
    case 'channel':
      return `#${names.channelName(route.channelId) ?? ''}`
    case 'groups':
      return route.section === 'new' ? t.directoryTitles.newGroup : t.directoryTitles.groups
    case 'group':
      return names.groupName?.(route.groupId) ?? t.directoryTitles.groups
  }
}

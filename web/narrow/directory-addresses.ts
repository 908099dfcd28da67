import { encodeOperand } from './encoding.ts'

export type DirectoryRoute =
  | { readonly view: 'channels'; readonly section: ChannelSection; readonly folderId?: number }
  | { readonly view: 'channel'; readonly channelId: number; readonly tab: ChannelTab }
  | { readonly view: 'groups'; readonly section: GroupSection }
  | { readonly view: 'group'; readonly groupId: number; readonly tab?: GroupTab }

const channelSections = ['subscribed', 'available', 'all', 'new'] as const
export type ChannelSection = (typeof channelSections)[number]
/** `files` is our own; the others are Zulip's. */
const channelTabs = ['general', 'files', 'permissions', 'personal', 'subscribers'] as const
export type ChannelTab = (typeof channelTabs)[number]
const groupSections = ['your', 'all', 'new'] as const
export type GroupSection = (typeof groupSections)[number]
/** Without a tab, the members are shown. */
const groupTabs = ['general', 'permissions'] as const
export type GroupTab = (typeof groupTabs)[number]

const has = <T extends string>(all: readonly T[], one: string): one is T => all.some((each) => each === one)
const idOf = (text: string): number | undefined => (/^\d+$/.test(text) ? Number(text) : undefined)

/** Parses Zulip web app addresses, including older forms; an unknown section becomes the first one. */
export function parseDirectory(head: string, [first = '', second = '', third = '']: readonly string[]): DirectoryRoute {
  const id = idOf(first)
  if (head === 'groups') {
    if (id !== undefined) return { view: 'group', groupId: id, ...(has(groupTabs, third) ? { tab: third } : {}) }
    return { view: 'groups', section: has(groupSections, first) ? first : 'your' }
  }
  if (id !== undefined) return { view: 'channel', channelId: id, tab: has(channelTabs, third) ? third : 'general' }
  if (first === 'folders') {
    const folderId = idOf(second)
    return { view: 'channels', section: 'new', ...(folderId === undefined ? {} : { folderId }) }
  }
  if (first === 'notsubscribed') return { view: 'channels', section: 'available' }
  return { view: 'channels', section: has(channelSections, first) ? first : 'subscribed' }
}

export const isDirectoryHead = (head: string): boolean => ['channels', 'streams', 'groups'].includes(head)

export const isDirectory = (route: { readonly view: string }): route is DirectoryRoute =>
  ['channels', 'channel', 'groups', 'group'].includes(route.view)

interface Hints {
  channelName(id: number): string | undefined
  groupName?(id: number): string | undefined
}

export function hashOfDirectory(route: DirectoryRoute, names: Hints): string {
  const hint = (name: string | undefined) => encodeOperand((name ?? '').replaceAll(' ', '-')) || '-'
  switch (route.view) {
    case 'channels':
      return route.folderId === undefined ? `#channels/${route.section}` : `#channels/folders/${route.folderId}/new`
    case 'channel':
      return `#channels/${route.channelId}/${hint(names.channelName(route.channelId))}/${route.tab}`
    case 'groups':
      return `#groups/${route.section}`
    case 'group':
      return `#groups/${route.groupId}/${hint(names.groupName?.(route.groupId))}/${route.tab ?? 'members'}`
  }
}

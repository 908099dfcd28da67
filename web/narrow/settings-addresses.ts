/** A page of settings: one's own, or the organization's. `detail` is a setting on it, or a part of it; '' is none. */
export interface SettingsRoute {
  readonly view: 'settings' | 'organization'
  /** '' is the list of all pages, and beside it the first one. */
  readonly section: string
  readonly detail: string
}

export const isSettingsHead = (head: string): head is SettingsRoute['view'] =>
  head === 'settings' || head === 'organization'

export const isSettings = (route: { readonly view: string }): route is SettingsRoute => isSettingsHead(route.view)

const plain = (part: string) => (/^[\w-]*$/.test(part) ? part : '')

export const parseSettings = (
  view: SettingsRoute['view'],
  [section = '', detail = '']: readonly string[],
): SettingsRoute => ({ view, section: plain(section), detail: plain(detail) })

export const hashOfSettings = ({ view, section, detail }: SettingsRoute): string =>
  `#${[view, section, detail].filter(Boolean).join('/')}`

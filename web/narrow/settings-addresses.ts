/** A settings page, personal or organization. `detail` is a setting or part of the page; '' for none. */
export interface SettingsRoute {
  readonly view: 'settings' | 'organization'
  /** '' is the list of pages, with the first one next to it. */
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

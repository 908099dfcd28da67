import type { Relocation } from './relocation.ts'

type Way = Pick<Relocation, 'from' | 'to' | 'idInText'>

/** Maps ids in `@**Name|id**` and `#**channel>topic@id**`. */
export const markupIn = (text: string, way: Way): string =>
  text
    .replace(/(@_?\*\*[^*\n]{0,200}\|)(\d{1,15})(?=\*\*)/g, (_, start, id) => start + way.idInText('account', id))
    .replace(/(#\*\*[^*\n]{0,200}@)(\d{1,15})(?=\*\*)/g, (_, start, id) => start + way.idInText('message', id))

const own =
  /(https?:\/\/[\w.:[\]-]{1,200})?(\/?#narrow\/[^\s<>"')\]]*|\/user_(?:uploads|avatars)\/(?:thumbnail\/|download\/)?\d{1,15}\/)/g
const attributes = [
  ['data-user-id', 'account'],
  ['data-user-group-id', 'user_group'],
  ['data-stream-id', 'channel'],
] as const

/** Maps URLs of conversations and files in Markdown or HTML; in HTML also attributes. */
export function linksIn(text: string, way: Way, isHtml = false): string {
  const linked = text.replace(own, (whole, host: string | undefined, path: string) => {
    if (host !== undefined && host !== way.from.url) return whole
    const start = host === undefined ? '' : way.to.url
    if (!path.startsWith('/user_')) return start + narrowIn(path, way)
    return (
      start + path.replace(/(?<!\d)\d+(?=\/$)/, (id) => (Number(id) === way.from.orgId ? String(way.to.orgId) : id))
    )
  })
  if (!isHtml) return linked
  // angle brackets are escaped in attributes, and text between tags has no attributes
  return linked.replace(/<[a-z][^<>]*>/g, (tag) =>
    attributes.reduce(
      (changed, [name, table]) =>
        changed.replace(new RegExp(`( ${name}=")(\\d{1,15})(?=")`), (_, start, id) => start + way.idInText(table, id)),
      tag,
    ),
  )
}

/** Terms of a narrow that contain an id. */
const terms = [
  [/(\/(?:channel|stream)\/)(\d{1,15})(?=-|\/|$)/g, 'channel'],
  [/(\/sender\/)(\d{1,15})(?=-|\/|$)/g, 'account'],
  [/(\/(?:near|with|id)\/)(\d{1,15})(?=\/|$)/g, 'message'],
] as const

export function narrowIn(fragment: string, way: Way): string {
  let changed = fragment
  for (const [term, table] of terms) changed = changed.replace(term, (_, start, id) => start + way.idInText(table, id))
  return changed.replace(
    /(\/(?:dm|pm-with|dm-including|group-pm-with)\/)([\d,]{1,2000})/g,
    (_, start, ids: string) => start + ids.replace(/\d{1,15}/g, (id) => way.idInText('account', id)),
  )
}

const external = /\/external_content\/[\w-]{1,64}\/((?:[0-9a-f]{2}){1,4096})/g

/** Signs the URLs of external pictures again, which each server does with its own key. */
export const externalPictures = (html: string, signed: (url: string) => string): string =>
  html.includes('/external_content/')
    ? html.replace(external, (_, hex: string) => signed(Buffer.from(hex, 'hex').toString()))
    : html

export const unsigned = (url: string): string => `/external_content/unsigned/${Buffer.from(url).toString('hex')}`

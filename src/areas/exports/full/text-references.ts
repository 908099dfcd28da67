import type { Relocation } from './relocation.ts'

type Way = Pick<Relocation, 'from' | 'to' | 'idInText'>

/** `@**Name|id**` and `#**channel>topic@id**`. */
export const markupIn = (text: string, way: Way): string =>
  text
    .replace(/(@_?\*\*[^*\n]{0,200}\|)(\d{1,15})(?=\*\*)/g, (_, start, id) => start + way.idInText('account', id))
    .replace(/(#\*\*[^*\n]{0,200}@)(\d{1,15})(?=\*\*)/g, (_, start, id) => start + way.idInText('message', id))

/** An address on the organization's own server: with the server's name, or without. */
const own =
  /(https?:\/\/[\w.:[\]-]{1,200})?(\/?#narrow\/[^\s<>"')\]]*|\/user_(?:uploads|avatars)\/(?:thumbnail\/|download\/)?\d{1,15}\/)/g
const attributes = [
  ['data-user-id', 'account'],
  ['data-user-group-id', 'user_group'],
  ['data-stream-id', 'channel'],
] as const

/** Addresses of the organization's conversations and files, in Markdown and in HTML; there, what tags say as well. */
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
  // a tag's attributes hold no angle bracket, and quotation marks mean nothing between tags
  return linked.replace(/<[a-z][^<>]*>/g, (tag) =>
    attributes.reduce(
      (changed, [name, table]) =>
        changed.replace(new RegExp(`( ${name}=")(\\d{1,15})(?=")`), (_, start, id) => start + way.idInText(table, id)),
      tag,
    ),
  )
}

/** The terms of a narrow that name something by its number. */
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

/** Pictures of other servers: their addresses are signed by this one, and by another one wherever they go. */
export const externalPictures = (html: string, signed: (url: string) => string): string =>
  html.includes('/external_content/')
    ? html.replace(external, (_, hex: string) => signed(Buffer.from(hex, 'hex').toString()))
    : html

/** As they stand in archives. */
export const unsigned = (url: string): string => `/external_content/unsigned/${Buffer.from(url).toString('hex')}`

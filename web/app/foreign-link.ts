import { replaceEntry } from '../navigation/history.ts'
import { address } from '../navigation/route.ts'
import { toast } from '../parts/toast.ts'
import { a } from '../texts/arrivals.ts'

/** After the protocol: the organization's address, and a view. */
const form = /^web\+(?:loquat|zulip):\/\/([^\s#]{1,500})(#[^\s<>"]{0,2000})?$/i

export function followLink(escaped: string): void {
  let link: string
  try {
    link = decodeURIComponent(escaped)
  } catch {
    link = ''
  }
  const [, where = '', hash = ''] = form.exec(link) ?? []
  if (where === '' || !URL.canParse(`https://${where}`)) {
    toast(a.notUnderstood)
    return
  }
  const { host, pathname } = new URL(`${location.protocol}//${where}`)
  const path = pathname.endsWith('/') ? pathname : `${pathname}/`
  if (host === location.host && path === location.pathname) {
    replaceEntry(hash || '#')
    address.value = hash || '#'
    return
  }
  const there = `https://${host}${path}${hash}`
  toast(a.elsewhere(host), { label: a.openThere, run: () => void open(there, '_blank', 'noopener') })
}

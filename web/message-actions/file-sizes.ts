import { a } from '../texts/actions.ts'
import { locale } from '../texts/locale.ts'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** A number of bytes as people say it. */
function sizeName(bytes: number): string {
  const at = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const unit = units[at] as (typeof units)[number]
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: unit === 'byte' ? 'long' : 'short',
    maximumFractionDigits: at === 0 ? 0 : 1,
  }).format(bytes / 1000 ** at)
}

/** Asks once how large the file is that a link leads to, and lets the link say so. */
export async function reportSize(link: HTMLAnchorElement): Promise<void> {
  if (link.dataset.size !== undefined) return
  link.dataset.size = ''
  try {
    const reply = await fetch(link.href, { method: 'HEAD', credentials: 'same-origin' })
    const length = reply.headers.get('content-length')
    if (!reply.ok || length === null) return
    const text = a.fileOf(sizeName(Number(length)))
    link.dataset.size = length
    link.title = link.title === '' ? text : `${link.title} · ${text}`
    link.setAttribute('aria-description', text)
  } catch {
    // it is said the next time that somebody points there
    delete link.dataset.size
  }
}

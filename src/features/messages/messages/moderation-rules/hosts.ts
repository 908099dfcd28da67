/** A domain as browsers normalize it; undefined if it isn't one. */
export function hostOfDomain(domain: string): string | undefined {
  if (!/^[\p{L}\p{N}\p{M}.-]+$/u.test(domain) || !domain.includes('.')) return undefined
  return hostOf(`https://${domain}`) || undefined
}

/** The host of a URL, or the domain of a mailto link's address; '' if there is none. */
export function hostOf(url: string, base?: string): string {
  try {
    const { protocol, hostname, pathname } = new URL(url, base)
    if (protocol === 'mailto:') return hostOf(`https://${pathname.slice(pathname.lastIndexOf('@') + 1)}`)
    return hostname.replace(/\.$/, '')
  } catch {
    return ''
  }
}

/** A domain has at most 127 labels. */
const maxParts = 127

/** What follows each dot of a name, and the name itself: `a.b.example`, `b.example`, and `example`. */
export function endingsOf(name: string): readonly string[] {
  const parts = name.split('.').slice(-maxParts)
  return parts.map((_, at) => parts.slice(at).join('.'))
}

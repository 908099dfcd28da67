import { maxRedirectUriLength } from './limits.ts'

/** Schemes that browsers and systems know: whatever is none of them is a program's own. */
const known = new Set(
  `about acct aim apt attachment bitcoin blob callto chrome chrome-extension cid content cvs data dav dns facetime feed file
  filesystem ftp geo git gopher help imap intent irc ircs itms jar javascript ldap ldaps magnet mailto maps market mid
  moz-extension ms-msdt ms-settings mms news nfs nntp pop res rtsp search-ms sftp shell sip sips skype sms smb snmp ssh
  steam svn tel telnet tg tn3270 urn vbscript view-source vnc wais web+loquat web+zulip webcal ws wss wyciwyg xmpp zulip`
    .trim()
    .split(/\s+/)
    .map((scheme) => `${scheme}:`),
)
const loopback = new Set(['127.0.0.1', '[::1]', 'localhost'])

const isLoopback = ({ protocol, hostname }: URL): boolean => protocol === 'http:' && loopback.has(hostname)

/**
 * Whether people can be led back to a program there: by https, to a program that listens on their own computer (RFC 8252),
 * or by a scheme that a program has registered with their system.
 */
export function isRedirectUri(uri: string): boolean {
  // a browser would read what stands there for other signs as it likes
  if (uri.length > maxRedirectUriLength || !/^[a-z][a-z0-9+.-]*:[\x21-\x7e]+$/i.test(uri) || /[#\\"'<>]/.test(uri))
    return false
  if (!URL.canParse(uri)) return false
  const url = new URL(uri)
  if (url.username !== '' || url.password !== '') return false
  if (url.protocol === 'https:') return url.hostname !== ''
  if (url.protocol === 'http:') return isLoopback(url)
  return url.protocol.length > 3 && !known.has(url.protocol)
}

/** Whether an address is one of those that a program has: the very same, or another port of one's own computer. */
export function isOneOf(own: readonly string[], uri: string): boolean {
  if (!isRedirectUri(uri)) return false
  if (own.includes(uri)) return true
  const asked = new URL(uri)
  if (!isLoopback(asked)) return false
  return own.some((one) => {
    const url = new URL(one)
    const isSame = url.pathname === asked.pathname && url.search === asked.search
    return isLoopback(url) && url.hostname === asked.hostname && isSame
  })
}

/** What people are told of where they are led. */
export const hostOf = (uri: string): string => {
  const { host, protocol } = new URL(uri)
  return /^https?:$/.test(protocol) ? host : protocol
}

export const isOnOwnComputer = (uri: string): boolean => isLoopback(new URL(uri))

/** The same as a source of a Content-Security-Policy, which has no way to say an address of IPv6. */
export const sourceOf = (uri: string): string => {
  const { protocol, hostname, origin } = new URL(uri)
  return /^https?:$/.test(protocol) && !hostname.startsWith('[') ? origin : protocol
}

/** The address with what the program is to be told there. */
export function withAnswer(uri: string, answer: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(uri)
  for (const [name, value] of Object.entries(answer)) if (value !== undefined) url.searchParams.append(name, value)
  return url.href
}

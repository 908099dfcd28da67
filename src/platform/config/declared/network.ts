import { z } from '#contract'
import { parseNetworks } from '#platform/outbound'
import { count, option } from '../option.ts'
import { inSection } from '../section.ts'
import { parseTrustedProxies, tooWideProxies } from '../trusted-proxies.ts'

export const networkOptions = inSection('network', {
  host: option(z.string().default('127.0.0.1'), 'ADDRESS', 'Address to listen on.'),
  port: option(count(9991, 65_535), 'PORT', 'Port to listen on; 0 picks a free one.'),
  tlsCert: option(
    z.string().min(1).optional(),
    'FILE',
    'Certificate chain (PEM) for serving HTTPS directly. Reloaded when the file changes.',
    { reloadable: true },
  ),
  tlsKey: option(z.string().min(1).optional(), 'FILE', 'Private key (PEM) of the certificate.', { reloadable: true }),
  trustProxy: option(
    z
      .string()
      .default('off')
      .refine(parseTrustedProxies, {
        error: ({ input }) =>
          typeof input === 'string' && tooWideProxies(input)
            ? `'${tooWideProxies(input)}' trusts everyone who connects: list only your reverse proxies, such as 10.0.0.5,172.16.0.0/12`
            : `'${input}' must be off, or your reverse proxies: loopback, addresses or networks such as 10.0.0.5,172.16.0.0/12`,
      }),
    'PROXIES',
    'Reverse proxies whose X-Forwarded-For is trusted: loopback (proxies on this machine), addresses, and networks such as 172.16.0.0/12, separated by commas. The last address in the header that isn’t one of them is the caller’s. May be given several times.',
    { repeats: true },
  ),
  outboundAllow: option(
    z
      .string()
      .default('')
      .refine((text) => parseNetworks(text), 'must be networks such as 10.0.0.0/8, separated by commas'),
    'NETWORKS',
    'Private networks that webhooks, link previews, and other outgoing requests can reach, such as 10.0.0.0/8,fd00::/8. Public addresses are always allowed.',
    { repeats: true },
  ),
})

import { z } from '#contract'
import { minutes, oneOf, option, webAddress, whole } from '../option.ts'
import { inSection } from '../section.ts'

/** True for a server's public URL: an origin, with an optional path. */
const isPlace = (url: string) => {
  const { pathname, search, hash, username, password } = new URL(url)
  const isPath = pathname === '/' || /^(\/[\w-][\w.~-]*)+\/?$/.test(pathname)
  return isPath && !search && !hash && !username && !password && !/[?#]$/.test(url)
}

export const commonOptions = inSection('common', {
  config: option(
    z.string().min(1).optional(),
    'FILE',
    'Configuration file. By default, loquat.toml in the current folder or else in the data directory. See docs/configuration.md.',
    { inFile: false },
  ),
  dataDir: option(z.string().min(1).default('data'), 'DIR', 'Folder for the embedded database and uploaded files.'),
  url: option(
    webAddress()
      .refine(
        (url) => !URL.canParse(url) || isPlace(url),
        'must be a host, with or without a path of letters, digits, dots and dashes, and nothing behind it',
      )
      .optional(),
    'URL',
    'Public URL of this server, if it differs from host and port. It can include a path. Organizations with a subdomain are served at subdomains of its host.',
  ),
  secretKeyFile: option(
    z.string().min(1).optional(),
    'FILE',
    'File with 32 random bytes in base64, used to encrypt stored secrets. Several processes must share the same key. By default, a key is created in the data directory.',
  ),
  serviceWorker: option(
    oneOf(['on', 'off']).default('on'),
    'on|off',
    "Offer the web client's service worker, which enables offline use, push notifications, and installation. Turning it off removes it from browsers.",
  ),
  organizationIdleMinutes: option(
    whole(10, 1, 10_000),
    'N',
    'How long an unused organization stays in memory, in minutes.',
  ),
  mostAwakeOrganizations: option(
    whole(1_000, 1, 1_000_000),
    'N',
    'Target number of organizations in memory. Above it, organizations unused for a minute are unloaded, least recently used first.',
  ),
  keepEventsMinutes: option(
    minutes(10),
    'N',
    'How long events that all clients have received stay in the log, in minutes.',
  ),
})

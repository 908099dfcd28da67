import { z } from '#contract'
import { declareOptions, option, webAddress } from '#platform/config'

export const pushDeviceOptions = declareOptions({
  pushRelayUrl: option(
    webAddress().optional(),
    'URL',
    'The relay that takes notifications for mobile apps; without one, apps are told of nothing. Browsers need none.',
  ),
  pushRelayOrgId: option(z.string().optional(), 'ID', 'What this server is called at the push relay.'),
  pushRelayKey: option(z.string().optional(), 'SECRET', 'The secret that goes with it; best given in the environment.'),
  webPushContact: option(
    z
      .string()
      .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'must be mailto:ADDRESS or an https address')
      .optional(),
    'URL',
    'Whom push services of browsers may ask about this server: mailto:ADDRESS or an https address. The default is the address of --mail-from or of the server.',
  ),
  webPushKey: option(
    z
      .string()
      .regex(/^[\w-]{43}$/, 'must be a private key of 32 bytes, in base64 for addresses')
      .optional(),
    'SECRET',
    'The private key by which push services of browsers know this server; best given in the environment. Several processes need it; otherwise a key is made and kept in the data directory.',
  ),
})

import { z } from '#contract'
import { declareOptions, option, webAddress } from '#platform/config'

export const pushDeviceOptions = declareOptions('notifications', {
  pushRelayUrl: option(
    webAddress().optional(),
    'URL',
    "Push relay for mobile app notifications. Browsers don't need one.",
  ),
  pushRelayOrgId: option(z.string().optional(), 'ID', 'ID of this server at the push relay.'),
  pushRelayKey: option(z.string().optional(), 'SECRET', 'The corresponding secret. Set it in the environment.'),
  webPushContact: option(
    z
      .string()
      .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'must be mailto:ADDRESS or an https address')
      .optional(),
    'URL',
    "Contact for browser push services: a mailto: or https: URL. Defaults to the address of --mail-from or the server's URL.",
  ),
  webPushKey: option(
    z
      .string()
      .regex(/^[\w-]{43}$/, 'must be a private key of 32 bytes, in base64 for addresses')
      .optional(),
    'SECRET',
    'Private key (VAPID) for browser push services. Set it in the environment. Several processes must share the same key. By default, a key is created in the data directory.',
  ),
})

import { z } from '#contract'
import { declareOptions, oneOf, option } from '#platform/config'

/** Space-separated, as in a browser's configuration of a peer connection. */
const servers = (scheme: RegExp, such: string) =>
  z
    .string()
    .transform((text) => text.split(/\s+/).filter((url) => url !== ''))
    .refine((urls) => urls.length > 0 && urls.length <= 10 && urls.every((url) => scheme.test(url)), {
      error: `must be up to ten addresses like ${such}, separated by spaces`,
    })
    .optional()

export const callOptions = declareOptions({
  turnUrl: option(
    servers(/^turns?:[^\s?]+(\?transport=(udp|tcp))?$/, 'turn:turn.example.com:3478?transport=udp'),
    'URLS',
    'TURN servers that relay calls between networks, separated by spaces. See docs/calls.md.',
  ),
  turnSecret: option(
    z.string().min(1).optional(),
    'SECRET',
    'Secret shared with the TURN servers (coturn: static-auth-secret). Set it in the environment.',
  ),
  turnSecretFile: option(z.string().optional(), 'FILE', 'File containing the secret, as an alternative.'),
  stunUrl: option(
    servers(/^stuns?:[^\s?]+$/, 'stun:turn.example.com:3478'),
    'URLS',
    'STUN servers, separated by spaces. TURN servers also answer STUN.',
  ),
  callsRelayOnly: option(
    oneOf(['on', 'off']).default('off'),
    'on|off',
    'Relay all calls through the TURN servers, so that people never see each other’s network addresses.',
  ),
})

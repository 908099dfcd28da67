import { z } from '#contract'
import { address, declareOptions, oneOf, option, whole } from '#platform/config'
import { maxLiveKitPeople } from './limits.ts'
import { turnServerOf } from './turn-url.ts'

/** As in a browser's configuration of a peer connection. */
const servers = (isServer: (url: string) => boolean, such: string) =>
  z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter((url) => url !== ''))
    .refine((urls) => urls.length > 0 && urls.length <= 10 && urls.every(isServer), {
      error: `must be up to ten addresses like ${such}, separated by commas`,
    })
    .optional()

export const callOptions = declareOptions('video-calls', {
  turnUrl: option(
    servers((url) => turnServerOf(url) !== undefined, 'turn:turn.example.com:3478?transport=udp'),
    'URL',
    'TURN server that relays calls between networks. Repeatable. See docs/calls.md.',
    { repeats: true },
  ),
  turnSecret: option(
    z.string().min(1).optional(),
    'SECRET',
    'Secret shared with the TURN servers (coturn: static-auth-secret). Set it in the environment.',
  ),
  stunUrl: option(
    servers((url) => /^stuns?:[^\s?]+$/.test(url), 'stun:turn.example.com:3478'),
    'URL',
    'STUN server. Repeatable. TURN servers also answer STUN.',
    { repeats: true },
  ),
  callsRelayOnly: option(
    oneOf(['on', 'off']).default('off'),
    'on|off',
    'Relay all calls through the TURN servers, so that people never see each other’s network addresses.',
  ),
  livekitUrl: option(
    address(/^(wss?|https?)$/, 'wss://livekit.example.com')
      .transform((url) => url.replace(/^http/, 'ws').replace(/\/$/, ''))
      .optional(),
    'URL',
    'LiveKit server for all calls except one-on-one direct messages. See docs/calls.md.',
  ),
  livekitApiKey: option(z.string().min(1).optional(), 'KEY', 'API key of the LiveKit server.'),
  livekitApiSecret: option(
    z.string().min(32, 'must be at least 32 characters long').optional(),
    'SECRET',
    'Secret of the API key, at least 32 characters long. Set it in the environment.',
  ),
  livekitMaxParticipants: option(
    whole(50, 2, maxLiveKitPeople),
    'N',
    'Maximum number of people in a call on the LiveKit server.',
  ),
})

import { days, declareOptions, oneOf, option, whole } from '#platform/config'

export const messageOptions = declareOptions('messages', {
  keepDeletedMessagesDays: option(
    days(30),
    'N',
    'How long deleted messages can be restored from the command line, in days.',
  ),
  messageCacheMb: option(
    whole(64, 0, 16_384),
    'N',
    'Size of the cache for recently read messages, in MiB. 0 turns it off.',
  ),
  proxyExternalPictures: option(
    oneOf(['on', 'off']).default('on'),
    'on|off',
    "Load external images through this server so that other servers don't see who views them.",
  ),
})

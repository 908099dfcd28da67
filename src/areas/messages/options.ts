import { days, declareOptions, oneOf, option, whole } from '#platform/config'

export const messageOptions = declareOptions({
  keepDeletedMessagesDays: option(
    days(30),
    'N',
    'How long a deleted message can be brought back by the command line, in days.',
  ),
  messageCacheMb: option(
    whole(64, 0, 16_384),
    'N',
    'MiB of memory in which messages are kept that were read lately, ready to be sent once more; 0 keeps none.',
  ),
  proxyExternalPictures: option(
    oneOf(['on', 'off']).default('on'),
    'on|off',
    'Whether pictures of other servers that messages link to are passed on by this one, so that those servers do not learn who reads them.',
  ),
})
